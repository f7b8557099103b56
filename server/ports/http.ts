import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Checked, OperationName } from '../../domain/api.ts';

/** What a handler is given: input that has been checked against the contract. */
export interface Call<Name extends OperationName> {
  params: Checked<Name, 'params'>;
  query: Checked<Name, 'query'>;
  body: Checked<Name, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Answers 201 for what is new; what was there already has the contract's lowest status. */
export function answerAdded<Added extends { isRepeat: boolean }>(
  reply: FastifyReply,
  { isRepeat, ...added }: Added,
): Omit<Added, 'isRepeat'> {
  if (!isRepeat) reply.code(201);
  return added;
}

/** What routes register their handlers with. */
export interface Http {
  /**
   * Registers the handler of one call of the contract. It returns the body; the status is the
   * contract's lowest, unless the handler sets another on the reply.
   */
  handle<Name extends OperationName>(
    name: Name,
    handler: (call: Call<Name>) => Promise<Answer<Name>>,
  ): void;
}

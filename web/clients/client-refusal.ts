import { type ClientFieldName, clientFieldNames } from '../../domain/client-fields.ts';
import { CallProblem } from '../api/call.ts';

/** What the server has against a form, by field; empty when it refused for another reason. */
export function refusedFields(error: Error | null): { name: ClientFieldName; message: string }[] {
  if (!(error instanceof CallProblem)) return [];
  return error.errors.flatMap(({ path, message }) => {
    const name = clientFieldNames.find((known) => known === path);
    return name === undefined ? [] : [{ name, message }];
  });
}

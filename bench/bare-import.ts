/** The comparison for the start: the libraries that the product imports at its start, and nothing else. */
import '@fastify/helmet';
import '@fastify/static';
import 'fastify';
import 'kysely';
import 'node:sqlite';
import 'pino';
import 'zod';

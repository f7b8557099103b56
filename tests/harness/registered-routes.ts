import type { FastifyInstance } from 'fastify';

export interface RegisteredRoute {
  method: string;
  /** With parameters as :name. */
  path: string;
}

const treeLine = /^(?<indent>[│├└─\s]*?)[├└]── (?<part>\S*) \((?<methods>[A-Z, ]+)\)$/;
const treeLineWithoutMethods = /^(?<indent>[│├└─\s]*?)[├└]── (?<part>\S*)$/;
const indentWidth = 4;

/** Every route that the server really answers, read from its own router. */
export function registeredRoutes(server: FastifyInstance): RegisteredRoute[] {
  const prefixes: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .flatMap((line) => {
      const groups = (treeLine.exec(line) ?? treeLineWithoutMethods.exec(line))?.groups;
      if (!groups) throw new Error(`The list of routes cannot be read: ${line}`);
      const { indent = '', part = '', methods = '' } = groups;
      const depth = indent.length / indentWidth;
      const path = `${depth === 0 ? '' : prefixes[depth - 1]}${part}`;
      prefixes[depth] = path;
      return methods
        .split(', ')
        .filter((method) => method !== '')
        .map((method) => ({ method, path }));
    });
}

import type { FastifyInstance } from 'fastify';
import { problemTexts } from '../../domain/problems.ts';
import type { Content, OpenApiDocument, OpenApiOperation } from './openapi.ts';

/** The interface's description, for programs and for people. It says nothing about the shop. */
export function docsRoutes(
  app: FastifyInstance,
  { version, needsSession }: { version: string; needsSession: object },
): void {
  let made: Promise<OpenApiDocument> | null = null;
  // Hardly anyone reads it, so the code that makes it is loaded on first use.
  const document = () => {
    made ??= import('./openapi.ts').then(({ openApiDocument }) =>
      openApiDocument(version.split('+', 1)[0] ?? version),
    );
    return made;
  };
  app.get('/api/openapi.json', needsSession, document);
  app.get('/api/docs', needsSession, async (_request, reply) =>
    reply.header('content-type', 'text/html; charset=utf-8').send(docsPage(await document())),
  );
  app.get('/api/docs.css', needsSession, async (_request, reply) =>
    reply.header('content-type', 'text/css; charset=utf-8').send(docsStyles),
  );
}

/** The OpenAPI document for people: plain HTML without a script, under the strict content policy. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: unknown) =>
  String(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);

/** Text with `code` in backquotes. */
const prose = (text: unknown) => escaped(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const json = (value: unknown) =>
  `<pre><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`;

function schemaBlock(title: string, content: Content): string {
  return Object.entries(content)
    .map(
      ([type, { schema }]) =>
        `<details><summary>${escaped(title)} <code>${escaped(type)}</code></summary>${json(schema)}</details>`,
    )
    .join('');
}

function parameterTable(operation: OpenApiOperation): string {
  if (operation.parameters.length === 0) return '';
  const rows = operation.parameters
    .map(
      (parameter) =>
        `<tr><td><code>${escaped(parameter.name)}</code></td><td>${escaped(parameter.in)}</td><td>${parameter.required ? 'required' : 'optional'}</td><td><code>${escaped(JSON.stringify(parameter.schema))}</code> ${prose(parameter.description ?? '')}</td></tr>`,
    )
    .join('');
  return `<table><thead><tr><th>Parameter</th><th>In</th><th>Needed</th><th>Shape</th></tr></thead><tbody>${rows}</tbody></table>`;
}

function responseList(operation: OpenApiOperation): string {
  const items = Object.entries(operation.responses).map(([status, { description, content }]) => {
    const body = content && Number(status) < 300 ? schemaBlock('Body', content) : '';
    return `<dt><code>${escaped(status)}</code></dt><dd>${prose(description).replaceAll('\n\n', '<br>')}${body}</dd>`;
  });
  return `<dl>${items.join('')}</dl>`;
}

function operationSection(path: string, method: string, operation: OpenApiOperation): string {
  const isPublic = operation.security.length === 0;
  const body = operation.requestBody
    ? schemaBlock('Request body', operation.requestBody.content)
    : '';
  return `<section id="${escaped(operation.operationId)}"><h3><code>${escaped(method.toUpperCase())}</code> <code>${escaped(path)}</code></h3><p>${prose(operation.summary)}${isPublic ? ' <em>(no session needed)</em>' : ''}</p>${parameterTable(operation)}${body}${responseList(operation)}</section>`;
}

function docsPage(document: OpenApiDocument): string {
  const sections = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationSection(path, method, operation)),
  );
  const problems = Object.entries(problemTexts).map(
    ([code, { status, title, detail }]) =>
      `<tr id="problem-${escaped(code)}"><td><code>${escaped(code)}</code></td><td>${status}</td><td>${escaped(title)}</td><td>${escaped(detail)}</td></tr>`,
  );
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${escaped(name)}"><summary>${escaped(name)}</summary>${json(schema)}</details>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(document.info.title)}: HTTP interface</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<main>
<h1>${escaped(document.info.title)}</h1>
<p>${prose(document.info.description)} Also available for programs as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<h2>Calls</h2>
${sections.join('\n')}
<h2>Shapes</h2>
${schemas.join('\n')}
<h2>Problems</h2>
<table><thead><tr><th>Code</th><th>Status</th><th>Title</th><th>Detail</th></tr></thead><tbody>${problems.join('')}</tbody></table>
</main>
</body>
</html>
`;
}

const docsStyles = `
:root { color-scheme: light dark; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
a { color: inherit; }
section { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: 0.5rem 0 1rem; }
h3 { overflow-wrap: anywhere; margin-bottom: 0; }
code { font: 0.9em ui-monospace, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.75rem; background: color-mix(in srgb, currentColor 6%, transparent); }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.25rem 0.75rem 0.25rem 0; }
@media (width < 30rem) { th, td { padding-right: 0.4rem; font-size: 0.8em; } }
dl { display: grid; grid-template-columns: 4rem 1fr; gap: 0.25rem 0.5rem; margin: 0.5rem 0; }
dd { margin: 0; min-width: 0; }
summary { cursor: pointer; padding: 0.25rem 0; }
`;

import { describe, expect, it } from 'vitest';
import { type Side, server, web } from './floors.ts';
import { floorProblems } from './judge.ts';

const routesFiles = ['parts/routes.ts', 'payments/routes.ts', 'texts/webhooks.ts'].map(
  (path) => `server/${path}`,
);

/** What is wrong with one import, in a side of which each folder holds something. */
function problemOf(side: Side, path: string, imported: string): string[] {
  const rest = side.floors
    .flat()
    .filter((name) => name !== '.' && !name.includes('*'))
    .map((name) => ({ path: `${side.folder}/${name}/any.ts`, imports: [] }));
  const routes = routesFiles
    .filter((file) => file.startsWith(`${side.folder}/`))
    .map((file) => ({ path: file, imports: [], hasRoutes: true }));
  return floorProblems(side, [{ path, imports: [imported] }, ...rest, ...routes]);
}

describe('the floors of the screens', () => {
  it.each([
    ['web/app/dashboard.tsx', 'web/screens/ticket/ticket-page.tsx'],
    ['web/screens/ticket/ticket-actions.tsx', 'web/actions/go-on/go-on-button.tsx'],
    ['web/actions/pay/take-payment-dialog.tsx', 'web/parts/money/price.tsx'],
    ['web/parts/repair/promise.tsx', 'web/parts/time/shop-calendar.ts'],
    ['web/parts/list/listing.tsx', 'web/ui/button.tsx'],
    ['web/screens/shop/settings-form.tsx', 'web/screens/shop/settings-parts.ts'],
    ['web/data/outbox/outbox.ts', 'web/data/store.ts'],
    ['web/data/call.ts', 'domain/api.ts'],
    ['web/vite.config.ts', 'scripts/lucide-icons.ts'],
  ])('let %s import %s', (path, imported) => {
    expect(problemOf(web, path, imported)).toEqual([]);
  });

  it.each([
    ['web/data/store.ts', 'web/parts/list/listing.tsx', 'runs up'],
    ['web/parts/repair/siblings.tsx', 'web/actions/assign/assigning.ts', 'runs up'],
    ['web/actions/pay/take-payment-dialog.tsx', 'web/screens/ticket/ticket-page.tsx', 'runs up'],
    ['web/screens/ticket/ticket-page.tsx', 'web/app/theme.ts', 'runs up'],
    ['web/parts/time/date-time.tsx', 'web/parts/repair/promise.tsx', 'runs up'],
    ['web/parts/list/listing.tsx', 'web/parts/client/client-link.tsx', 'runs across its floor'],
    ['web/screens/shop/shop-tab.tsx', 'web/screens/ticket/x.ts', 'runs across its floor'],
    ['web/actions/pay/x.ts', 'web/actions/assign/x.ts', 'runs across its floor'],
    ['web/data/call.ts', 'web/ui/button.tsx', 'runs across its floor'],
    ['web/ui/button.tsx', 'web/data/call.ts', 'leaves web/ui, which may import nothing else'],
    ['web/ui/button.tsx', 'domain/money.ts', 'leaves web/ui, which may import nothing else'],
    ...['scripts/lucide-icons.ts', 'tests/harness/sample-rows.ts', 'server/repairs/rows.ts'].map(
      (imported) => [
        'web/data/call.ts',
        imported,
        'leaves web, which may import only itself and the domain',
      ],
    ),
  ])('keep %s from %s', (path, imported, fault) => {
    expect(problemOf(web, path, imported)).toEqual([`${path}: the import of ${imported} ${fault}`]);
  });

  it.each(['web/watches/card.tsx', 'web/screens/loose.tsx', 'web/parts/watches/card.tsx'])(
    'have no place for %s',
    (path) => {
      const problem = `${path} is in a folder that is on no floor`;
      expect(problemOf(web, path, 'web/data/call.ts')).toEqual([problem]);
    },
  );

  it('name no folder that is gone', () => {
    const side = { folder: 'web', floors: [['app'], ['data']] };
    expect(floorProblems(side, [{ path: 'web/app/main.tsx', imports: [] }])).toEqual([
      'web/data is on a floor and holds nothing',
    ]);
  });
});

describe('the nouns of the server', () => {
  it.each([
    ['server/app.ts', 'server/texts/sending.ts'],
    ['server/http/metrics.ts', 'server/texts/store.ts'],
    ['server/repairs/completion.ts', 'server/texts/sending.ts'],
    ['server/texts/inbound.ts', 'server/repairs/store.ts'],
    ['server/texts/inbound.ts', 'server/estimates/any-store.ts'],
    ['server/shop/backups/actions.ts', 'server/shop/sessions/store.ts'],
    ['server/history/record.ts', 'server/database/changes.ts'],
    ['server/repairs/store.ts', 'server/repairs/rows.ts'],
    ['server/shop/backups/routes.ts', 'server/shop/backups/actions.ts'],
    ['server/routes.ts', 'server/parts/routes.ts'],
  ])('let %s import %s', (path, imported) => {
    expect(problemOf(server, path, imported)).toEqual([]);
  });

  it.each([
    [
      'server/texts/inbound.ts',
      'server/estimates/transitions.ts',
      'runs up the order of the nouns: only stores may be imported that way',
    ],
    [
      'server/texts/store.ts',
      'server/repairs/store.ts',
      'belongs to another noun: a store may import only its own',
    ],
    [
      'server/texts/conversation-store.ts',
      'server/texts/sending.ts',
      'reaches beyond stores: a store may import only stores',
    ],
    ['server/parts/actions.ts', 'server/parts/routes.ts', 'is of routes, which no noun may import'],
    [
      'server/repairs/ticket-tables.ts',
      'server/payments/routes.ts',
      'is of routes, which no noun may import',
    ],
    [
      'server/estimates/actions.ts',
      'server/texts/webhooks.ts',
      'is of routes, which no noun may import',
    ],
    ['server/repairs/actions.ts', 'server/http/revision.ts', 'runs up'],
    ['server/texts/routes.ts', 'server/jobs/reminders-and-expiry.ts', 'runs up'],
    ['server/database/open.ts', 'server/shop/backups/engine.ts', 'runs up'],
    ['server/jobs/jobs.ts', 'server/http/server.ts', 'runs across its floor'],
  ])('keep %s from %s', (path, imported, fault) => {
    const problem = `${path}: the import of ${imported} ${fault}`;
    expect(problemOf(server, path, imported)).toEqual([problem]);
  });

  it('have no place for a noun that is not in their order', () => {
    expect(problemOf(server, 'server/insurance/store.ts', 'server/database/tables.ts')).toEqual([
      'server/insurance/store.ts is in a folder that is on no floor',
    ]);
  });
});

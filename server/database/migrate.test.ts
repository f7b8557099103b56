import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sqliteDialect } from './dialect.ts';
import { migrationNames } from './migrate.ts';

/** The SHA-256 of every migration and of what they share. A new one gets a line; a line changes only with a comment. */
const landed: Readonly<Record<string, string>> = {
  '0001-first-tables.ts': '1d33f5f11396fe6bbf985e19877951c4abbe342aae98723433dd7f20ce9d2664',
  '0002-search-text.ts': '41ab16292999188e312100805679809d9cb3eda91cbefdce57af4a502b3f698a',
  '0003-texts.ts': 'd838e5f8288ae898984d5da56b7fb55d6f3751ae9d87bf6cb70f90d2f12739b4',
  '0004-history.ts': '6a6c007994f6425e5987adf6ad104032e4b346de429b7818bcb1d76e63e6fbc7',
  '0005-sessions.ts': '04f369948d86df2de45a80f5079d1b5c1d87153778b2dfb3e57899763c35f3f4',
  '0006-imports.ts': '0aee3e5557be09fec1574f4ba1eb72fbf5b1e3fd3e150bb1801cc0bfdc6e139a',
  '0007-search-index.ts': '2b5fb2377c52c6848f7aeea191049dc13ba3ab2c2f26e84b14bc05653771f9d6',
  '0008-kept-counts.ts': 'd5805035cf329ed9744a489e17b286b47b94d6bac23347eb958b2675d5d85d56',
  '0009-answers-to-act-on.ts': '9ae7d1838717c1728103acf663faa051260ede8269d52be2996a76b4a8d4fb95',
  '0010-rows-of-other-programs.ts':
    '6bfe08aaec9964186b38e3ec513f85a91e03f5073d9b885bde1d508e6b192809',
  '0011-trigrams.ts': '43e0313414ca138f8863278cc6d303f42f6f5059ae00c513242b87459e6e5a7c',
  '0012-shop-counts.ts': 'b3219ca4f2ac95ee0466cf3af62f093c05784959739cadf2f7160b56ac58a0d8',
  '0013-one-phone-key.ts': 'dedf8988aa35e64b011d10b83d0b9e9ae82a3fd841873efd8641662cc0b426f9',
  '0014-shop-settings.ts': '812750e6922fb629bc5c14006b407b3afe3e22e630beb2746c094fcd72dea024',
  '0015-promised-dates.ts': '4a623d55b4f60c7fcccb6b76d29b469943628b1aa11dd0da9d15b972dc332319',
  '0016-held-completions.ts': 'fe8075c737861fc352c18b7f81820a97758a1771ae8792e2ee17e1c7dcd0d4aa',
  '0017-pick-up.ts': '770b4ba2fe098c678f11a8f3bb740bba62a340c27c62ce1fe840e6aa8d1758c7',
  '0018-payments.ts': '05d6fa6b38e9620039ac3073abbd884a2ec48031769c7047e201e0c607ddfc58',
  '0019-visits.ts': 'a1e87e40a1001f750cb8b1f7f9d7f08009e2723fe4a1d496e9dee6fb070f4a4f',
  '0020-list-orders.ts': '1887f9e61ecea28b7547b4cdd8db91635641b3a937fdf62cc783473b1851a378',
  '0021-accepted-estimates.ts': '192ede8cb4d4a27105d451fde1544587b63d765a715c033291ca371e180be2d1',
  '0022-condition.ts': 'bfd1f8dc2c85c0ba1730e0a6e942f300b7eab20fca7eb357ccfad050bec8b93f',
  '0023-completions.ts': 'f2e1364e59e56fd3710ce485685f142d8229bb8443aa8f2bb658d4840390b47a',
  '0024-parts.ts': '4c669da6382ffcf75768aec5b002dc1c886581f5969783950d9e3ba8af931bfc',
  '0025-recorded-estimates.ts': '857237569a180ba1cf3a501f1a5c3e74b5d0d7bb52befc844960e9b038606b43',
  '0026-hand-over.ts': '03ab8d57100662be2e5b14e2b0e0376a68f46cca0e0a2e4c78c6be004a76d1e2',
  '0027-notes.ts': 'f59921d1383ed508646e682356dc3ced8afda92fa07c7462cd16f4ac06e9d32c',
  '0028-places.ts': '18cf579446454494e07f39a8fb83ef26c4d4011db9b922796c208b3538810f10',
  '0029-tax.ts': '8c767bdb3883e63cb5b1d9c3203ed00d48510af9dfa7d7cd2f589455a06692cc',
  '0030-closed-days.ts': 'e9974f931a4bfdde6bdf886953a0f6e16700e4731727fc7aeb3b0b906c68ca3b',
  '0031-client-extras.ts': 'a3bf17e960597b69adcfdd3bced8658b3edcf2c0b4e8134c3d5d0041d505f566',
  '0032-their-reference.ts': 'a34b6ca0b5557cad72c9e85e0f741b585be2726077dea1379ef170f628ec12ec',
  '0033-texting-accounts.ts': 'a8de1adae1a6dec378676314f39bb197be67ffc97b74a82861c37367def802a4',
  '0034-restores.ts': '31a26fd6c563eb47c1609471e5b948562208126f738e6e1554ae784f4146bed5',
  '0035-text-pictures.ts': 'd11e5956f18ddda23fd968d5fa26f1b8914ea6572fd674b6108fd193bf014838',
  '0036-large-days.ts': 'cf9363cc816a4aac10aa0fa21310f765491f490b2eaaa5ed3d94a945966ca454',
  '0037-measurements.ts': '8db1ed5a07f94c558f474ab488a6960979f4fd16b46af89aec6f0b33477f54bb',
  '0038-price-lines.ts': '3ccaf0363c79b9f065806bd190927f50947b035b5907534ba4f30e634460dcf0',
  '0039-ticket-photos.ts': '16f52df20448b6cc65f9a00019a83b1d08f8b5a944df60a115c2d54b1357488a',
  '0040-signatures.ts': 'bc693fe96e4ce1c8650e78778838d4261534cf82e805ceb0545cec2703a1b890',
  '0041-watches.ts': '5ca305326a3140e620b7c95f8566ffe6f636cd2bb92fd17ef158bfcdf7f880c0',
  '0043-sendings.ts': 'ff74ffc112059c56384d36f9e585a79b5edee5dba52d81c51446829a65cceb78',
  '0044-undo-and-closing.ts': '2d62911740bc2d4a4e7fbcbc9b79f5c53554151746f58a5002d95952946fc67c',
  '0045-failed-texts.ts': '3e58e950925350366297a7f49250534fb65292edb1912f52260e79003686c285',
  'frozen/engine.ts': '1292a24d102100590b02ff5b8ce4661f5fa85a6fa4096898176cfc49be3887ae',
  'frozen/phone-key.ts': '641479f177329121a4eff6fe874f064cc6a8ba0a2d0a0890c9c375daf12fae3f',
  'frozen/undo-state.ts': 'cdf87b6767baba5dcc5bfb6e2155d270dbebc31e424407b7f76fce8f6b27e2af',
  '0042-warranties.ts': '3578d2ca52b193c02a699b468831ed9b3d8072aedfde7f1f21b0ae6a8360b429',
};

const folder = join(import.meta.dirname, 'migrations');

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .sort();

const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

const sums = Object.fromEntries(
  files.map((file) => [file, createHash('sha256').update(textOf(file)).digest('hex')]),
);

it('does not change migrations that have been released', () => {
  const changed = Object.keys(landed).filter((file) => sums[file] !== landed[file]);
  const message = `Stores that have run a migration never run it again, so a landed one must not change:
    take back what was changed in these files, and write a new migration`;
  expect(changed, message).toEqual([]);
});

it('knows the checksum of every migration', () => {
  const unknown = files.filter((file) => landed[file] === undefined);
  const lines = unknown.map((file) => `'${file}': '${sums[file]}',`);
  expect(lines, 'Add these lines to the list in this test').toEqual([]);
});

it('runs every migration in the folder', () => {
  const migrations = files.filter((file) => !file.includes('/'));
  expect(migrationNames(sqliteDialect).map((name) => `${name}.ts`)).toEqual(migrations);
});

it('has no migration that imports what may change', () => {
  const imported = files.flatMap((file) =>
    [...textOf(file).matchAll(/\b(?:from|import|require)\b\s*\(?\s*['"]([^'"]+)['"]/g)].map(
      ([, from]) => `${file}: ${from}`,
    ),
  );
  const living = imported.filter((line) => !/: (kysely|\.\/frozen\/[a-z-]+\.ts)$/.test(line));
  expect(living, 'Write out in the migration what it needs, as it is today').toEqual([]);
});

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sqliteDialect } from './dialect.ts';
import { migrationNames } from './migrate.ts';

/** The SHA-256 of every migration and of what they share. A new one gets a line; no line changes. */
const landed: Readonly<Record<string, string>> = {
  '0001-first-tables.ts': '9d9c6e4251742c59c500f7366cd2763cd7fa44452ae74059b40f5cf75c04e5cd',
  '0002-search-text.ts': 'eb7435fc3105c607dab3a81460619f8a929307bd02bb970ad6ee1a306327036c',
  '0003-texts.ts': '05980710b368817f2e365bc73c749f35e942e8bf968cba236f4aaa00751619fb',
  '0004-history.ts': '50cb4980f979f021e29772cad1e63e8931a104a29cfc2da5e523fb1eb96534c7',
  '0005-sessions.ts': '04f369948d86df2de45a80f5079d1b5c1d87153778b2dfb3e57899763c35f3f4',
  '0006-imports.ts': '7adbfc00bd7a306a7e24fc77749fb8ce3ba7ff080f60df5dd6fe10e68e3a4316',
  '0007-search-index.ts': 'cc0b77a9a6e2076e7727fcbe66a59038b6e377ccca0174bb70d649b721cb81bb',
  '0008-kept-counts.ts': 'd5805035cf329ed9744a489e17b286b47b94d6bac23347eb958b2675d5d85d56',
  '0009-answers-to-act-on.ts': '9ae7d1838717c1728103acf663faa051260ede8269d52be2996a76b4a8d4fb95',
  '0010-rows-of-other-programs.ts':
    '21f9363e11733d7a48ea0e7340d0b462d615b8217757e9b54a001eccf75ee9e0',
  '0011-trigrams.ts': '1817cf7fa45d6fbfc9952dcd8cfe21922876632e809379eb6bebf85a21344f51',
  '0012-shop-counts.ts': '566ab7c455253e936b5c1a9eb0b83d7618ccf3598702ae95594d90488c2083a5',
  '0013-one-phone-key.ts': 'dedf8988aa35e64b011d10b83d0b9e9ae82a3fd841873efd8641662cc0b426f9',
  '0014-shop-settings.ts': '812750e6922fb629bc5c14006b407b3afe3e22e630beb2746c094fcd72dea024',
  '0015-promised-dates.ts': '1f8ec4240927333e00ada8419c78f560a12bd365c71a4b33c7209b547926295f',
  '0016-held-completions.ts': 'fe8075c737861fc352c18b7f81820a97758a1771ae8792e2ee17e1c7dcd0d4aa',
  '0017-pick-up.ts': 'a20cb5defdfa75ae21bce6952c2f45a7ba4bedfeaafec705fad8781770ea57c1',
  '0018-payments.ts': '05d6fa6b38e9620039ac3073abbd884a2ec48031769c7047e201e0c607ddfc58',
  '0019-visits.ts': '38b9e90d0212050a9d07085dc5469ff215645fd500dd8635bfebb57b84a897cb',
  '0020-list-orders.ts': '86776480a241c1e4f7006225afa16734e4271eb54ba5b7de4036e5ad2dbd308a',
  '0021-accepted-estimates.ts': '548409c6d534318a1b4406beda1fb8886e11716c4158903704a338cb563e7611',
  '0022-condition.ts': 'bfd1f8dc2c85c0ba1730e0a6e942f300b7eab20fca7eb357ccfad050bec8b93f',
  '0023-completions.ts': '9fe0f118ecfbe4d6862487fd5a9ff21595c76ab0c6a00c1a441dc65682d0e0ce',
  '0024-parts.ts': '4c669da6382ffcf75768aec5b002dc1c886581f5969783950d9e3ba8af931bfc',
  '0025-recorded-estimates.ts': '4bc9d6059858b35d3e3a950a3824627e8dff64d54d8f277b2cf4fe81fbf47909',
  '0026-hand-over.ts': '03ab8d57100662be2e5b14e2b0e0376a68f46cca0e0a2e4c78c6be004a76d1e2',
  '0027-notes.ts': 'fd230e345bb81b6d8ffb66a122ba4b7879c454cd0f546e6ff8963050d762994a',
  '0028-places.ts': '18cf579446454494e07f39a8fb83ef26c4d4011db9b922796c208b3538810f10',
  '0029-tax.ts': '8c767bdb3883e63cb5b1d9c3203ed00d48510af9dfa7d7cd2f589455a06692cc',
  '0030-closed-days.ts': 'e9974f931a4bfdde6bdf886953a0f6e16700e4731727fc7aeb3b0b906c68ca3b',
  '0031-client-extras.ts': '4c19fbe0a8ea94c38e273a085aa6935ab18333852da4ec878785eb444e2b456e',
  '0032-their-reference.ts': 'a34b6ca0b5557cad72c9e85e0f741b585be2726077dea1379ef170f628ec12ec',
  '0033-texting-accounts.ts': 'a8de1adae1a6dec378676314f39bb197be67ffc97b74a82861c37367def802a4',
  '0034-restores.ts': '31a26fd6c563eb47c1609471e5b948562208126f738e6e1554ae784f4146bed5',
  '0035-text-pictures.ts': 'd11e5956f18ddda23fd968d5fa26f1b8914ea6572fd674b6108fd193bf014838',
  '0036-large-days.ts': '840494b47c2a5de7109ccb7ef2f6ea7820a3fd11afb28f0308f09f419074e51f',
  '0037-measurements.ts': '8db1ed5a07f94c558f474ab488a6960979f4fd16b46af89aec6f0b33477f54bb',
  '0038-price-lines.ts': '3ccaf0363c79b9f065806bd190927f50947b035b5907534ba4f30e634460dcf0',
  '0039-ticket-photos.ts': '7b2165e9761684d847d8bc6feea9a74e33adfd121689579661d44b5933753df3',
  '0040-signatures.ts': 'e13434a361aa7e161f01ba9b2136124bde5df7c503b479e1e62ed8124ea996e8',
  '0041-watches.ts': '045d0e21dbade4599873d0b43708bc8a15c666d8d588c4c0dcfc9e35f6c49369',
  '0043-sendings.ts': 'ff74ffc112059c56384d36f9e585a79b5edee5dba52d81c51446829a65cceb78',
  '0044-undo-and-closing.ts': '2d62911740bc2d4a4e7fbcbc9b79f5c53554151746f58a5002d95952946fc67c',
  '0045-failed-texts.ts': '3e58e950925350366297a7f49250534fb65292edb1912f52260e79003686c285',
  'frozen/engine.ts': '1292a24d102100590b02ff5b8ce4661f5fa85a6fa4096898176cfc49be3887ae',
  'frozen/phone-key.ts': '71cac18de3ff6ede08da4dd099ec62106ad884724361d5a6fbb38439f4318d0d',
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

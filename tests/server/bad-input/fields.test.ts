import { beforeAll, expect, it } from 'vitest';
import type { OperationName } from '../../../domain/api.ts';
import { limits } from '../../../domain/field-list.ts';
import { type RunningApp, startApp } from '../../harness/app.ts';
import { type BadValue, badValuesFor, legitimateTexts } from '../../harness/bad-values.ts';
import { exampleOf } from '../../harness/call-examples.ts';
import { fieldsOf, operationsWithBody } from '../../harness/contract-fields.ts';
import { describeOnBothEngines } from '../../harness/engine.ts';
import { minute } from '../../harness/settable-clock.ts';

/** What people say in their own words: kept as typed, in any script. */
const freeText = [
  'customerName',
  'customerEmail',
  'customerAddress',
  'watchBrand',
  'watchModel',
  'serialNumber',
  'issue',
  'priceNotes',
  'notes',
  'name',
  'createClient.email',
  'address',
];
/** What has a form of its own, or points at something: strange text is refused. */
const formed = [
  'repairId',
  'clientId',
  'customerPhone',
  'technicianId',
  'fromTechnicianId',
  'outcome',
  'editClient.email',
  'phone',
  'from',
  'messageId',
  'estimateId',
  'answer',
  'answerEstimate.by',
  'phoneNumber',
  'clientPhone',
  'ticketNumber',
];
/** Looked up and compared, never shown: any character may be in it but what the database refuses. */
const compared = ['clientId', 'fromTechnicianId', 'bookReply.ticketNumber'];

/** A password may hold anything, and so may what a customer texts. */
const anyCharacter = ['password', 'currentPassword', 'newPassword', 'simulateReply.body'];
/** A password may be refused as such: wrong, too easily guessed, set elsewhere. */
const refusing: Partial<Record<OperationName, number[]>> = {
  logIn: [401, 429],
  changePassword: [401, 409, 422, 429],
};
/** Texts of staff: any script, shown as a text of the shop and not as a field. */
const worded = [
  'sendText.body',
  'replyToText.body',
  'sendSms.message',
  'sendCompletion.clientName',
  'sendCompletion.clientEmail',
  'sendCompletion.clientAddress',
  'sendCompletion.watchBrand',
  'sendCompletion.watchModel',
  // The preview shows the text only, and notes are not in it.
  'previewEstimate.notes',
];

/** Whether a list names the field, of all calls or of this one. */
const isIn = (list: readonly string[], call: string, field: string) =>
  list.includes(`${call}.${field}`) ||
  (list.includes(field) && !worded.includes(`${call}.${field}`));

/** Words of the checking library, which tell staff nothing. */
const foreignWords = /^(Invalid (input|option)|Too (big|small)|Unrecognized|Expected)/;

describeOnBothEngines('every field of every call', (engine) => {
  let shop: RunningApp;
  beforeAll(async () => {
    shop = await startApp(engine);
    return () => shop.close();
  });

  const cases = operationsWithBody.flatMap((name) =>
    fieldsOf(name).map((field) => ({ name, field, title: `${name}: ${field.name}` })),
  );

  it('is one that is known here', () => {
    const strings = cases.filter(({ field }) => field.type === 'string');
    const unknown = strings
      .filter(
        ({ name, field }) =>
          ![freeText, formed, anyCharacter, worded].some((list) => isIn(list, name, field.name)),
      )
      .map(({ title }) => title);
    expect(unknown).toEqual([]);
    expect(cases.length).toBeGreaterThan(30);
  });

  const isRefusedByLookingUp = (name: string, field: string, { what }: BadValue) =>
    isIn(compared, name, field) &&
    !['a NUL', 'one character too many', 'far too much text'].includes(what);

  /** On PostgreSQL one field of each call: its columns all keep texts alike. */
  const casesIn = (list: readonly string[]) => {
    const all = cases.filter(({ name, field }) => isIn(list, name, field.name));
    const isFirst = (name: string, at: number) => all.findIndex((one) => one.name === name) === at;
    return engine === 'sqlite' ? all : all.filter(({ name }, at) => isFirst(name, at));
  };

  // What the contract refuses never reaches the engine.
  const refusedBefore = engine === 'sqlite' ? cases : [];
  it.each(refusedBefore)(
    '$title: what it may not be is refused by name, and nothing is stored',
    async ({ name, field }) => {
      const example = await exampleOf(shop, name);
      const before = await shop.rows.counts();
      const takesAnyCharacter = isIn(anyCharacter, name, field.name);
      for (const bad of badValuesFor(field, { takesAnyCharacter })) {
        const { [field.name]: _left, ...others } = example.body;
        const body = 'value' in bad ? { ...others, [field.name]: bad.value } : others;
        const reply = await shop.staff.attempt(name, { ...example, body });
        const context = `${bad.what}: ${reply.status} ${reply.text.slice(0, 300)}`;
        expect(reply.status, context).toBeGreaterThanOrEqual(400);
        expect(reply.status, context).toBeLessThan(500);
        const { errors = [], detail } = reply.problem();
        const isText = typeof bad.value === 'string' && field.type === 'string';
        if (!(isText && isRefusedByLookingUp(name, field.name, bad))) {
          expect(reply.status, context).toBe(422);
          expect(
            errors.map(({ path }) => path),
            context,
          ).toEqual([field.name]);
          for (const words of [detail, ...errors.map(({ message }) => message)]) {
            expect(words, context).not.toMatch(foreignWords);
          }
        }
      }
      expect(await shop.rows.counts()).toEqual(before);
    },
  );

  const attemptWith = async (name: OperationName, field: string, text: string) => {
    const example = await exampleOf(shop, name);
    return shop.staff.attempt(name, { ...example, body: { ...example.body, [field]: text } });
  };
  const texts = Object.values(legitimateTexts);

  it.each(casesIn(freeText))('$title: is kept as typed, in any script', async ({ name, field }) => {
    for (const text of [...texts, 'é'.repeat(field.maxLength ?? limits.name)]) {
      shop.clock.advance(minute);
      const reply = await attemptWith(name, field.name, text);
      expect(reply.status, `${text}: ${reply.text.slice(0, 300)}`).toBeLessThan(300);
      const [, shown] = Object.entries(reply.json() as Record<string, unknown>).find(([key]) =>
        ['estimate', 'repair', 'client'].includes(key),
      ) ?? ['', {}];
      const shownAs = name === 'completeRepair' ? 'completionNotes' : field.name;
      expect((shown as Record<string, unknown>)[shownAs]).toBe(text);
    }
  });

  it.each(casesIn(worded))('$title: is texted in any script', async ({ name, field }) => {
    for (const text of texts) {
      const reply = await attemptWith(name, field.name, text);
      expect(reply.status, `${text}: ${reply.text.slice(0, 300)}`).toBeLessThan(300);
    }
  });

  it.each(casesIn(formed))(
    '$title: strange text in it is refused, and nothing is stored',
    async ({ name, field }) => {
      const example = await exampleOf(shop, name);
      const before = await shop.rows.counts();
      // A number that can be called, if not texted.
      const isPhone = /phone|from/i.test(field.name) && !/Technician/.test(field.name);
      for (const text of texts.filter((one) => !(isPhone && one === '007'))) {
        const body = { ...example.body, [field.name]: text };
        const reply = await shop.staff.attempt(name, { ...example, body });
        expect(reply.problem().status, `${text}: ${reply.text}`).toBeLessThan(500);
      }
      expect(await shop.rows.counts()).toEqual(before);
    },
  );

  it.each(casesIn(anyCharacter))(
    '$title: may hold anything, and breaks nothing',
    async ({ name, field }) => {
      const longest = 'x'.repeat(field.maxLength ?? 0);
      for (const text of [...texts, 'a\0b', '\ud800', '\u202E', '\u0007', ' ', longest]) {
        const reply = await attemptWith(name, field.name, text);
        // A wrong password is still a wrong password, and many are too many.
        const expected = refusing[name] ?? [201];
        expect(expected, `${JSON.stringify(text)}: ${reply.text}`).toContain(reply.status);
      }
    },
  );

  it.each(engine === 'sqlite' ? operationsWithBody : [])(
    'that does not exist: %s refuses it by name',
    async (name) => {
      const example = await exampleOf(shop, name);
      const before = await shop.rows.counts();
      for (const unknown of ['colour', 'id', 'status', 'toString', 'hasOwnProperty']) {
        const body = { ...example.body, [unknown]: 'x' };
        const { errors } = (await shop.staff.attempt(name, { ...example, body })).problem();
        expect(errors).toEqual([{ path: unknown, message: `${unknown} is not a known field` }]);
      }
      expect(await shop.rows.counts()).toEqual(before);
    },
  );
});

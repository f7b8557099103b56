import { areaNames, conditionAreas } from '../../domain/condition.ts';
import { expectAccessible } from './axe.ts';
import { answer, fold, press, unfold } from './condition.ts';
import { button, chooseFromMenu, createRepair, dialog, field, tabTo } from './locators.ts';
import { desk, phone, touchTarget } from './measures.ts';
import {
  cutOff,
  fillIn,
  reconnect,
  soon,
  takeInOffline,
  ticketsOf,
  walkIn,
} from './offline-intakes.ts';
import { expect, test } from './shop.ts';
import { expectToast } from './toasts.ts';

/** A watch's condition at intake: recorded quickly or not at all. */

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const note = (page: import('@playwright/test').Page, area: string) =>
  page.getByRole('textbox', { name: `Note on ${area}`, exact: true });

test('one press marks all as fine, except for what was said before; the keyboard does the same', async ({
  page,
  staff,
}) => {
  const one = walkIn('Yvonne');
  await page.goto('/?tab=new-repair');
  await fillIn(page, one);
  await fold(page).focus();
  await page.keyboard.press('Enter');
  await tabTo(page, button(page, 'All fine'));
  await tabTo(page, answer(page, 'Crystal', 'Fine'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(answer(page, 'Crystal', 'Damaged')).toBeChecked();
  // The light theme's colors “sunken” and “late”: what is damaged is outlined in red.
  const chosen = answer(page, 'Crystal', 'Damaged').locator('xpath=..');
  await expect(chosen).toHaveCSS('background-color', 'rgb(241, 240, 237)');
  await expect(chosen).toHaveCSS('border-color', 'rgb(163, 35, 28)');
  // What is damaged can be described at once.
  await tabTo(page, note(page, 'crystal'), 2);
  await page.keyboard.type('deep scratch');
  await tabTo(page, answer(page, 'Bezel', 'Fine'), 1);
  await page.keyboard.press('Space');
  await expect(answer(page, 'Bezel', 'Fine')).toBeChecked();
  await page.keyboard.press('Delete');
  await expect(answer(page, 'Bezel', 'Fine')).not.toBeChecked();
  await button(page, 'All fine').click();
  await expect(page.getByText('10 of 10 checked')).toBeVisible();
  await expectAccessible(page);

  // A reload loses nothing of it.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('new-repair-draft')))
    .toContain('deep scratch');
  await page.reload();
  await expect(page.getByText('10 of 10 checked')).toBeVisible();
  await unfold(page);
  await expect(note(page, 'crystal')).toHaveValue('deep scratch');
  const ticketNumber = await createRepair(page);
  const { repair } = await staff.repair(ticketNumber);
  const fine = Object.fromEntries(areaNames.map((area) => [area, { state: 'fine', note: null }]));
  expect(repair.condition).toEqual({
    areas: { ...fine, crystal: { state: 'damaged', note: 'deep scratch' } },
    running: null,
    hasWater: false,
    accessories: null,
    statedValue: null,
    doNotPolish: false,
    returnOldParts: false,
  });
  await page.goto(`/?ticket=${ticketNumber}`);
  const details = dialog(page, ticketNumber);
  await expect(details.getByText('Crystal: damaged, “deep scratch”')).toBeVisible();
  await expect(details).toContainText('Bezel, Case, Back, Crown, Pushers, Dial, Hands');
  await expect(details.getByText('Running')).toHaveCount(0);
});

test('the condition can be entered by finger or left out, and errors in it are refused', {
  tag: '@long',
}, async ({ page, staff }) => {
  await test.step('controls are large enough for a finger on a phone', async () => {
    await page.setViewportSize(phone);
    await page.goto('/?tab=new-repair');
    await unfold(page);
    for (const area of areaNames) {
      for (const state of ['Fine', 'Worn', 'Damaged', 'Missing']) {
        const box = await answer(page, conditionAreas[area], state)
          .locator('xpath=..')
          .boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(touchTarget);
      }
    }
    await page.setViewportSize(desk);
  });

  await test.step('nothing has to be entered, and what is undone counts as never entered', async () => {
    const one = walkIn('Ursula');
    await page.goto('/?tab=new-repair');
    await fillIn(page, one);
    await expect(fold(page)).toHaveAttribute('aria-expanded', 'false');
    await expect(answer(page, 'Crystal', 'Fine')).toHaveCount(0);
    await unfold(page);
    await press(answer(page, 'Crystal', 'Fine'));
    await expect(page.getByText('1 of 10 checked')).toBeVisible();
    await press(answer(page, 'Crystal', 'Fine'));
    await expect(answer(page, 'Crystal', 'Fine')).not.toBeChecked();
    const ticketNumber = await createRepair(page);
    expect((await staff.repair(ticketNumber)).repair.condition).toBeNull();
  });

  await test.step('a note that is too long is refused, and so is a stated value that is not a number', async () => {
    await page.goto('/?tab=new-repair');
    await fillIn(page, walkIn('Wanda'));
    await unfold(page);
    await page.getByRole('button', { name: 'Write a note on dial' }).click();
    await expect(note(page, 'dial')).toBeFocused();
    await note(page, 'dial').fill('x'.repeat(201));
    const fault = 'Note on dial must be at most 200 characters';
    await expect(note(page, 'dial')).toHaveAccessibleDescription(fault);
    await fold(page).click();
    await button(page, 'Create repair').click();
    await expect(fold(page)).toBeFocused();
    await expect(fold(page)).toHaveAccessibleDescription(fault);
    await unfold(page);
    await note(page, 'dial').fill('');
    await field(page, 'Value stated').fill('a lot');
    await button(page, 'Create repair').click();
    await expect(fold(page)).toHaveAccessibleDescription('Value stated must be a number');
  });
});

test('a watch that is taken in without the server keeps its condition', { tag: '@long' }, async ({
  page,
  complaints,
  staff,
}) => {
  test.slow();
  complaints.tolerate(/^failed \w+ .*\/api\//);
  const one = walkIn('Xenia');
  await page.goto('/?tab=new-repair');
  await unfold(page);
  await press(answer(page, 'Hands', 'Missing'));
  await field(page, 'Value stated').fill('1,250');
  await cutOff(page);
  await takeInOffline(page, one);
  await reconnect(page);
  await soon(page, async (quickly) =>
    expect.poll(async () => (await ticketsOf(staff, one)).length, quickly).toBe(1),
  );
  expect((await ticketsOf(staff, one))[0]?.condition).toMatchObject({
    areas: { hands: { state: 'missing', note: null } },
    statedValue: 1250,
  });
});

test('two people who say different things about the condition choose one version', {
  tag: '@long',
}, async ({ page, complaints, staff }) => {
  complaints.expect(/^412 PATCH .*\/api\/repairs\//);
  await page.setViewportSize(desk);
  const repair = await staff.takeIn();
  await page.goto(`/?ticket=${repair.ticketNumber}`);
  const details = dialog(page, repair.ticketNumber);
  await chooseFromMenu(details, 'Edit');
  await unfold(details);
  await press(answer(details, 'Dial', 'Worn'));
  await staff.edit(repair, { condition: { accessories: 'Box' } });
  await button(details, 'Save').click();
  const other = details.getByRole('group', { name: 'Other version of Condition', exact: true });
  await expect(other).toContainText('Saved version Accessories left: Box');
  await button(other, 'Use this').click();
  await expect(field(details, 'Accessories left')).toHaveValue('Box');
  await expect(answer(details, 'Dial', 'Worn')).not.toBeChecked();
  await expect(other).toContainText('Yours Dial: worn');
  await button(other, 'Use this').click();
  await button(details, 'Save').click();
  await expectToast(page, 'Repair updated');
  const history = details.getByRole('list', { name: 'History' });
  await expect(history).toContainText('Dial: not checked → worn');
  await expect(history).toContainText('Accessories left: Box → nothing');
});

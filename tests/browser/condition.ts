import { expect, type Locator, type Page } from '@playwright/test';
import {
  areaNames,
  type Condition,
  conditionAreas,
  conditionLabels,
} from '../../domain/condition.ts';
import { field } from './locators.ts';

/** The condition of a watch, as staff enter it in a form. */

export const fold = (within: Page | Locator): Locator =>
  within.getByRole('button', { name: 'Condition', exact: true });

export async function unfold(within: Page | Locator): Promise<void> {
  if ((await fold(within).getAttribute('aria-expanded')) === 'false') await fold(within).click();
  await expect(field(within, conditionLabels.accessories)).toBeVisible();
}

/** One of the answers for an area, or whether the watch runs. */
export const answer = (within: Page | Locator, legend: string, name: string): Locator =>
  within
    .getByRole('group', { name: legend, exact: true })
    .getByRole('radio', { name, exact: true });

/** Presses what is seen: the radio itself has no size. */
export const press = (radio: Locator): Promise<void> => radio.locator('xpath=..').click();

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

async function choose(within: Page | Locator, legend: string, value: string): Promise<void> {
  const radio = answer(within, legend, capital(value));
  if (!(await radio.isChecked())) await press(radio);
  await expect(radio).toBeChecked();
}

export async function enterCondition(within: Page | Locator, condition: Condition): Promise<void> {
  await unfold(within);
  for (const area of areaNames) {
    const { state = null, note = null } = condition.areas[area] ?? {};
    const label = conditionAreas[area];
    if (state !== null) await choose(within, label, state);
    if (note === null) continue;
    const noteField = within.getByRole('textbox', { name: `Note on ${label.toLowerCase()}` });
    if (!(await noteField.isVisible()))
      await within.getByRole('button', { name: `Write a note on ${label.toLowerCase()}` }).click();
    await noteField.fill(note);
  }
  if (condition.running !== null) await choose(within, conditionLabels.running, condition.running);
  for (const flag of ['hasWater', 'doNotPolish', 'returnOldParts'] as const) {
    await field(within, conditionLabels[flag]).setChecked(condition[flag]);
  }
  await field(within, conditionLabels.accessories).fill(condition.accessories ?? '');
  const value = condition.statedValue;
  await field(within, conditionLabels.statedValue).fill(value === null ? '' : value.toFixed(2));
}

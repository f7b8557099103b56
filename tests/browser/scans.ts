import type { Page } from '@playwright/test';

/** What a key is to a browser besides what it writes. */
function keyEvent(character: string) {
  if (character === '\n') return { key: 'Enter', code: 'Enter', text: '\r', keyCode: 13 };
  return {
    key: character,
    code: '',
    text: character,
    keyCode: character.toUpperCase().charCodeAt(0),
  };
}

/**
 * Types into the focused element, like a keyboard that stamps each press with its own clock: a busy
 * machine then delays a scan, but does not make it slower than a scanner's.
 *
 * @param text a line break is Enter
 */
async function typeAtPace(page: Page, text: string, msPerCharacter: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const begunAt = Date.now() / 1_000;
  const sent = [...text].flatMap((character, index) => {
    const { keyCode, ...event } = keyEvent(character);
    const timestamp = begunAt + (index * msPerCharacter) / 1_000;
    const isCapital = /^[A-Z]$/.test(character);
    const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16, timestamp };
    const press = {
      ...event,
      windowsVirtualKeyCode: keyCode,
      timestamp,
      modifiers: isCapital ? 8 : 0,
    };
    return [
      ...(isCapital ? [{ ...shift, type: 'rawKeyDown' as const, modifiers: 8 }] : []),
      { ...press, type: 'keyDown' as const },
      { ...press, type: 'keyUp' as const },
      ...(isCapital ? [{ ...shift, type: 'keyUp' as const }] : []),
    ];
  });
  await Promise.all(sent.map((event) => client.send('Input.dispatchKeyEvent', event)));
  await client.detach();
}

/** As a barcode scanner does it: a hundred characters in a second, and Enter at the end. */
export const scan = (page: Page, code: string) => typeAtPace(page, `${code}\n`, 10);

export const typeByHand = (page: Page, text: string) => typeAtPace(page, text, 120);

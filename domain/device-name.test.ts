import { describe, expect, it } from 'vitest';
import { deviceName } from './device-name.ts';

const like = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('deviceName', () => {
  it.each([
    [
      `${like} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36`,
      'Chrome on Windows',
    ],
    [
      `${like} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`,
      'Edge on Windows',
    ],
    [`${like} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
    [
      `${like} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15`,
      'Safari on Mac',
    ],
    [
      `${like} (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
    ],
    [
      `${like} (Linux; Android 15; SM-S901B) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
      'Samsung Internet on Android',
    ],
    [
      `${like} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/141.0 Safari/537.36`,
      'Chrome on ChromeOS',
    ],
    ['curl/8.14.1', 'curl'],
    ['SomeRobot/1.0 (Linux)', 'A program on Linux'],
    ['', 'Unknown browser'],
    [undefined, 'Unknown browser'],
  ])('%s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name);
  });

  it('hands nothing on of what a stranger wrote, however long it is', () => {
    expect(deviceName('<b>\u001b[31m Chrome/1 on Mars')).toBe('Chrome');
    expect(deviceName(`${'Version/'.repeat(100_000)}`)).toBe('Unknown browser');
  });
});

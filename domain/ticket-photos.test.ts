import { describe, expect, it } from 'vitest';
import {
  maxTicketPhotos,
  photoTime,
  ticketPhotoKinds,
  ticketPhotoWords,
  usualPhotoKind,
} from './ticket-photos.ts';

it('the shop’s rules', () => {
  expect(ticketPhotoKinds).toEqual(['intake', 'bench', 'completion']);
  expect(maxTicketPhotos).toBe(12);
  expect(
    ['pending', 'in-progress', 'estimate-sent', 'completed', 'ready', 'of another program'].map(
      usualPhotoKind,
    ),
  ).toEqual(['intake', 'bench', 'bench', 'completion', 'completion', 'bench']);
});

describe('when a photo was taken', () => {
  const takenIn = '2026-03-02T10:00:00.000Z';
  const now = '2026-03-02T12:00:00.000Z';

  it.each([
    ['at this moment, where the browser says nothing', null, now],
    ['when the browser says', '2026-03-02T11:00:00.000Z', '2026-03-02T11:00:00.000Z'],
    ['before its ticket was made', '2026-03-02T09:55:00.000Z', '2026-03-02T09:55:00.000Z'],
    ['a day before at the earliest', '2026-03-01T10:00:00.000Z', '2026-03-01T10:00:00.000Z'],
    ['at intake, by a clock that is slow', '2026-03-01T09:59:59.999Z', takenIn],
    ['now, by a clock that is fast', '2026-03-02T12:00:00.001Z', now],
  ])('is %s', (_what, takenAt, expected) => {
    expect(photoTime(takenAt, takenIn, now)).toBe(expected);
  });
});

describe('what the history says of a photo', () => {
  const {
    'ticket-photo-added': added,
    'ticket-photo-changed': changed,
    'ticket-photo-removed': removed,
  } = ticketPhotoWords;

  it('is its kind and its caption', () => {
    const after = { kind: 'bench', caption: 'Crown tube' };
    expect(added({ caption: 'Crown tube', before: null, after })).toEqual({
      title: 'Bench photo added: Crown tube',
      details: [],
    });
    const bare = { kind: 'intake', caption: null };
    expect(removed({ caption: null, before: bare, after: null }).title).toBe(
      'Intake photo removed',
    );
  });

  it('is the change, before and after', () => {
    const data = {
      caption: 'Dial',
      before: { kind: 'bench', caption: null },
      after: { kind: 'completion', caption: 'Dial' },
    };
    expect(changed(data)).toEqual({
      title: 'Photo changed: Dial',
      details: ['Kind: Bench → Completion', 'Caption: nothing → Dial'],
    });
    const kind = { before: { kind: 'bench' }, after: { kind: 'intake' } };
    expect(changed({ caption: null, ...kind })).toEqual({
      title: 'Photo changed',
      details: ['Kind: Bench → Intake'],
    });
  });

  it('is little after its ticket is deleted for good', () => {
    expect(added({})).toEqual({ title: 'Photo added', details: [] });
    expect(changed({})).toEqual({ title: 'Photo changed', details: [] });
    expect(removed({ before: 'x' })).toEqual({ title: 'Photo removed', details: [] });
  });
});

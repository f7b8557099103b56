import sharp from 'sharp';
import { addNote } from '../../server/notes/actions.ts';
import { previewClaimCheck, signClaimCheck } from '../../server/signatures/actions.ts';
import { type Chance, chanceOf } from './chance.ts';
import { type Setting, unlessRefused, type Visit } from './plans.ts';

export const demoTerms =
  'Estimates are given after inspection. We ask before we do more than you approved. If a watch is not picked up, we call the number above; after 90 days a storage fee may apply. Please bring this claim check or a photo ID to pick up your watch.';

const size = { width: 900, height: 300 };

/** Loops that shrink toward the right, like handwriting. */
function scribble(chance: Chance): Promise<Buffer> {
  const pixels = Buffer.alloc(size.width * size.height * 4);
  const [turns, slant] = [chance.between(4, 8), chance.between(10, 40)];
  for (let step = 0; step <= 6000; step += 1) {
    const along = step / 6000;
    const angle = along * turns * 2 * Math.PI;
    const x = Math.round(60 + along * 720 + Math.sin(angle) * slant);
    const y = Math.round(160 - Math.cos(angle) * 90 * (1 - along * 0.7));
    for (let dot = 0; dot < 25; dot += 1) {
      const at = (y + (dot % 5)) * size.width + x + Math.floor(dot / 5);
      pixels[at * 4 + 3] = 0xff;
    }
  }
  return sharp(pixels, { raw: { ...size, channels: 4 } })
    .png()
    .toBuffer();
}

const laterFindings = [
  'Crown tube worn',
  'Scratch on the case back',
  'Movement has traces of water',
];

/** Some customers sign the claim check; sometimes the bench finds more. */
export async function signAtCounter(
  { deps, agenda, calendar }: Setting,
  visit: Visit,
): Promise<void> {
  const { repairId, ticketNumber } = visit.repair;
  // Random choices of its own, so that the rest of the shop's story stays the same.
  const chance = chanceOf(`${repairId} signature`);
  if (!visit.hasPhotos || !chance.happens(0.3)) return;
  const { sha256 } = await previewClaimCheck(deps, ticketNumber);
  const asked = { signatureId: chance.uuid(), sha256 };
  await unlessRefused(signClaimCheck(deps, ticketNumber, asked, await scribble(chance)));
  if (!chance.happens(0.2)) return;
  const text = chance.pick(laterFindings);
  agenda.at(calendar.workingAfter(agenda.now(), 90), async () => {
    const amendment = { noteId: chance.uuid(), kind: 'amendment' as const, text };
    await unlessRefused(addNote(deps, ticketNumber, amendment));
  });
}

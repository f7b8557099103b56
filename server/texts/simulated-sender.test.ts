import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { describeTextSender } from '../../tests/contracts/text-sender.contract.ts';
import { createSimulatedSender, simulatedLandline } from './simulated-sender.ts';

const noPhotos = () => {
  throw new Error('No photo is sent here');
};

describeTextSender('simulated phone', async () => ({
  sender: createSimulatedSender(noPhotos),
  isSimulated: true,
  reachable: '+12125550101',
  unreachable: { to: simulatedLandline, code: '21614' },
  close: async () => undefined,
}));

it('the simulated phone forgets with its process: what it had not been handed was never sent', async () => {
  const text = { reference: randomUUID(), to: '+12125550101', body: 'Hello' };
  await createSimulatedSender(noPhotos).send(text);
  const sentAfter = '2000-01-01T00:00:00.000Z';
  expect(await createSimulatedSender(noPhotos).find({ ...text, sentAfter })).toEqual({
    kind: 'not-found',
  });
});

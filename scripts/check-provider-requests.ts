import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { createTwilioProvider } from '../server/texts/twilio.ts';
import { openTwilio, providerClock } from '../server/texts/twilio-client.ts';
import { freePort } from '../tests/harness/process.ts';

/**
 * Sends every request that real texts make to a mock server, which refuses anything that the
 * provider's published description does not allow. TWILIO_OPENAPI is the path of that description
 * (twilio_api_v2010.json of github.com/twilio/twilio-oai). Not among the tests: the description and
 * the mock server are large, and neither belongs to this product.
 */

const mockServer = '@stoplight/prism-cli@5.14.2';

const accountSid = `AC${'0123456789abcdef'.repeat(2)}`;
const number = '+12125550100';

async function startMock(description: string) {
  const port = await freePort();
  const child = spawn(
    'npx',
    ['--yes', mockServer, 'mock', '--port', String(port), description],
    // Outside this project, whose packages the mock server must not find.
    { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (said.includes('Prism is listening')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('error', reject);
    child.once('close', (code) =>
      reject(new Error(`The mock server ended with ${code}:\n${said}`)),
    );
  });
  return {
    url: `http://127.0.0.1:${port}`,
    said: () => said,
    // Its own group: npx starts the server as a child.
    stop: () => process.kill(-(child.pid ?? 0), 'SIGTERM'),
  };
}

async function main(description: string): Promise<number> {
  const mock = await startMock(description);
  const complaints: string[] = [];
  const complain = (details: object, message: string) => {
    complaints.push(`${message} ${JSON.stringify(details)}`);
  };
  try {
    const base = { accountSid, authToken: 'any', apiBaseUrl: mock.url };
    const log = { info: () => undefined, warn: complain, error: complain };
    const deps = { publicUrl: 'https://shop.example', clock: Date.now, log };
    const text = {
      reference: 'a-reference',
      to: '+12125550101',
      body: 'Zoë’s watch & more – ready',
    };
    const requests: Record<string, () => Promise<unknown>> = {};
    for (const [name, sender] of Object.entries({
      'a number': { number },
      'a messaging service': { messagingServiceSid: `MG${'0123456789abcdef'.repeat(2)}` },
    })) {
      const provider = await createTwilioProvider({ settings: { ...base, sender }, ...deps });
      requests[`a text from ${name}`] = async () => {
        const { kind } = await provider.send(text);
        if (kind !== 'accepted') throw new Error(`The text was ${kind}`);
      };
    }
    const settings = { ...base, sender: { number } };
    const provider = await createTwilioProvider({ settings, ...deps });
    const sentAfter = new Date(Date.now() - 60_000).toISOString();
    const { rest } = await openTwilio(settings, providerClock(deps.clock, deps.log));
    requests['the texts to a customer'] = () => provider.find({ ...text, sentAfter });
    requests['the texts from customers'] = () => provider.receivedSince(sentAfter);
    requests['what became of the shop’s texts'] = () => provider.deliveriesSince(sentAfter);
    // The picture itself has an address that the description does not know.
    requests['what came with a text'] = () => provider.mediaOf(`MM${'0123456789abcdef'.repeat(2)}`);
    requests['the account'] = () => rest.api.v2010.accounts(accountSid).fetch();
    requests['a number of the account'] = () =>
      rest.incomingPhoneNumbers.list({ phoneNumber: number, limit: 1 });
    for (const [name, make] of Object.entries(requests)) {
      const before = complaints.length;
      await make().catch((error: unknown) => complaints.push(String(error)));
      console.log(`${complaints.length === before ? 'ok   ' : 'WRONG'}  ${name}`);
    }
  } finally {
    mock.stop();
  }
  // The description's own examples of answers do not keep to it; what counts here is what is asked.
  const violations = mock.said().match(/Violation: request.*/g) ?? [];
  for (const line of [...complaints, ...violations]) console.log(`       ${line}`);
  return complaints.length + violations.length === 0 ? 0 : 1;
}

const { TWILIO_OPENAPI: description } = process.env;
if (!description) {
  console.error('Set TWILIO_OPENAPI to the provider’s description, twilio_api_v2010.json.');
  process.exitCode = 2;
} else {
  process.exitCode = await main(description);
}

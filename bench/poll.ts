import { inTurn, logIn, type Ratio, startProduct, startProgram } from './measure.ts';
import { answersPerSecond } from './raw-load.ts';

/** Requests per second of an unchanged poll against those of a bare server answering 304. */

const load = { connections: 16, pipelining: 8 };
const amount = 100_000;

function rate(url: string, path: string, headers: Record<string, string>): Promise<number> {
  const request = { method: 'GET', path, headers };
  return answersPerSecond({ url, ...load }, Array(amount).fill(request), 304);
}

export async function measurePoll(): Promise<Ratio> {
  const product = await startProduct();
  const bare = await startProgram('bench/bare-304.ts', '/', {});
  try {
    const cookie = await logIn(product.url);
    const path = '/api/repairs?status=pending&limit=50';
    const first = await fetch(`${product.url}${path}`, { headers: { cookie } });
    const headers = { cookie, 'if-none-match': first.headers.get('etag') ?? '' };
    return await inTurn(
      5,
      () => rate(product.url, path, headers),
      () => rate(bare.url, path, headers),
    );
  } finally {
    await product.stop();
    await bare.stop();
  }
}

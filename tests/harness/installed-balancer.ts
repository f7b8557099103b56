import { spawn, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Balancer, type BalancerParts, healthPath, startBalancer } from './balancer.ts';

/** Real load balancers, where the machine has them: set up as deploy/ and docs/running.md say. */

interface Program {
  name: string;
  /** @param folder where it may keep whatever it likes */
  config(parts: BalancerParts, folder: string): string;
  words(file: string, folder: string): string[];
}

const caddy: Program = {
  name: 'caddy',
  config: ({ upstreams, port }) => `{
	admin off
	auto_https off
	grace_period 1s
}
http://127.0.0.1:${port} {
	reverse_proxy ${upstreams.join(' ')} {
		lb_policy round_robin
		lb_try_duration 5s
		lb_try_interval 100ms
		health_uri ${healthPath}
		health_interval 1s
		health_timeout 2s
		fail_duration 2s
		flush_interval -1
		trusted_proxies private_ranges
	}
}
`,
  words: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
};

const nginx: Program = {
  name: 'nginx',
  config: ({ upstreams, port }, folder) => `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log off;
  client_max_body_size 22m;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  upstream shop {
    ${upstreams.map((address) => `server ${address} max_fails=1 fail_timeout=1s;`).join('\n    ')}
    keepalive 32;
  }
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $http_host;
  proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
  proxy_connect_timeout 2s;
  server {
    listen 127.0.0.1:${port};
    error_page 418 = @once;
    location / {
      if ($request_method ~ ^(PUT|DELETE)$) { return 418; }
      proxy_buffering off;
      proxy_pass http://shop;
      proxy_next_upstream error timeout;
    }
    # nginx would send a PUT or DELETE again that was cut off; a POST it does not.
    location @once {
      proxy_pass http://shop;
      proxy_next_upstream off;
    }
  }
}
`,
  words: (file, folder) => ['-p', folder, '-c', file],
};

const programs = [caddy, nginx];
const isThere = ({ name }: Program) => spawnSync('which', [name]).status === 0;

async function start(program: Program, parts: BalancerParts): Promise<Balancer> {
  const folder = await mkdtemp(join(tmpdir(), 'watch-repair-balancer-'));
  const file = join(folder, 'config');
  await mkdir(join(folder, 'logs'));
  await writeFile(file, program.config(parts, folder));
  const child = spawn(program.name, program.words(file, folder), {
    env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_DATA_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-4000);
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = `http://127.0.0.1:${parts.port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program.name} ended: ${said}`);
    const answers = await fetch(`${url}/healthz`).then(
      () => true,
      () => false,
    );
    if (answers) break;
    await sleep(50);
  }
  return {
    url,
    close: async () => {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param wanted `caddy`, `nginx`, or `installed` for whichever is there; otherwise the small one
 * @throws when what is wanted is not there
 */
export function startChosenBalancer(
  wanted: string | undefined,
  parts: BalancerParts,
): Promise<Balancer> {
  if (wanted === undefined || wanted === '') return startBalancer(parts);
  const program = programs.find((one) =>
    wanted === 'installed' ? isThere(one) : one.name === wanted,
  );
  if (!program) throw new Error(`No balancer: BALANCER=${wanted} (caddy, nginx or installed)`);
  return start(program, parts);
}

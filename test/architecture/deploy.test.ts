import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@postroad/service/app/config/config';
import { variables } from '@postroad/service/app/config/variables';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { projectTree, root } from '../support/repository.ts';

// @slow: it starts the checkers of systemd, nginx and Caddy where they are installed.

const fileText = (path: string) => projectTree().get(path) ?? '';

let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'postroad-deploy-'));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** What a checker finds; nothing where it is not installed, as on most machines that run the tests. */
function foundBy(command: string, ...args: string[]): string {
  const ran = spawnSync(command, args, {
    cwd: scratch,
    encoding: 'utf8',
    env: { PATH: `${process.env.PATH}:/usr/sbin`, HOME: scratch },
  });
  const isMissing = (ran.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
  return isMissing || ran.status === 0 ? '' : `${ran.stdout}${ran.stderr}`;
}

function put(name: string, text: string): string {
  const path = join(scratch, name);
  writeFileSync(path, text);
  return path;
}

/** The instructions of a Dockerfile, with continued lines joined. */
const instructions = (text: string) =>
  text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .flatMap((line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
      return name === '' ? [] : [{ name, rest }];
    });

const image = instructions(fileText('Dockerfile'));
const last = image.slice(image.findLastIndex(({ name }) => name === 'FROM'));
const valuesOf = (wanted: string) =>
  last.filter(({ name }) => name === wanted).map(({ rest }) => rest);

it('PACK-05 the image runs as another user than root, with one volume', () => {
  expect(valuesOf('USER')).toEqual(['1000:1000']);
  expect(valuesOf('VOLUME')).toEqual(['/data']);
  expect(valuesOf('ENV').join(' ')).toContain('DATA_DIR=/data');
  expect(valuesOf('RUN')).toEqual(['install -d -o node -g node -m 700 /data']);
  const after = last.slice(last.findIndex(({ name }) => name === 'USER'));
  expect(after.filter(({ name }) => name === 'RUN' || name === 'COPY')).toEqual([]);
  expect(valuesOf('ENTRYPOINT')).toEqual(['["postroad"]']);
  // The rest of the checkout stays behind.
  expect(valuesOf('COPY')).toEqual(['--from=build /opt/postroad /opt/postroad']);
});

it('PACK-05 the image is built from what a release has', () => {
  const steps = image.filter(({ name }) => name === 'RUN').map(({ rest }) => rest);
  expect(steps[0]).toMatch(/^npm ci --ignore-scripts /);
  const { workspaces } = JSON.parse(fileText('package.json')) as { workspaces: string[] };
  const shipped = workspaces.filter((name) => name !== 'test' && name !== 'bench');
  expect(steps[0]?.match(/(?<=-w )\w+/g)).toEqual(shipped);
  expect(steps[1]).toMatch(/^npm pack /);
  expect(steps[2]).toMatch(/^npm install --global --prefix \/opt\/postroad --offline /);
});

it('PACK-05 the healthcheck of the image passes for a server that answers 200 alone', async () => {
  const [check = ''] = valuesOf('HEALTHCHECK');
  const [command = '', ...args] = JSON.parse(/CMD (\[.*\])$/.exec(check)?.[1] ?? '[]') as string[];
  expect(command).toBe('node');
  let status = 200;
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const run = () =>
    new Promise((resolve) => {
      const env = { PORT: String(port), PATH: process.env.PATH ?? '' };
      spawn(process.execPath, args, { env, stdio: 'ignore' }).once('exit', resolve);
    });
  expect(await run()).toBe(0);
  status = 503;
  expect(await run()).toBe(1);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await run()).toBe(1);
});

interface Container {
  image?: string;
  build?: string;
  command?: string[];
  ports?: string[];
  volumes?: string[];
  environment: Record<string, string>;
  healthcheck: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  [setting: string]: unknown;
}

const compose = parse(fileText('compose.yaml'), { merge: true }) as {
  services: Record<'database' | 'server' | 'worker', Container>;
  volumes: Record<string, null>;
};

/** An environment as Compose would fill it in. */
const filledIn = (environment: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replaceAll(/\$\{(\w+):([?-])[^}]*\}/g, (_, variable: string, kind: string) => {
        if (kind === '-') return '';
        return variable === 'BASE_URL' ? 'https://mail.example.com' : 'a-secret-of-24-characters-x';
      }),
    ]),
  );

it('PACK-05 Compose starts PostgreSQL, a server and a worker on it', () => {
  const { database, server, worker } = compose.services;
  expect(database.image).toMatch(/^postgres:\d\d/);
  expect(database.healthcheck.test?.[1]).toBe('pg_isready');
  expect(server.command).toEqual(['serve', '--no-cron']);
  expect(worker.command).toEqual(['worker']);
  expect(worker.healthcheck).toEqual({ disable: true });
  for (const one of [server, worker]) {
    expect(one.build).toBe('.');
    expect(one.volumes).toEqual(['data:/data']);
    expect(one.depends_on).toEqual({ database: { condition: 'service_healthy' } });
    expect([one.read_only, one.cap_drop]).toEqual([true, ['ALL']]);
    expect(one.security_opt).toEqual(['no-new-privileges:true']);
    const config = readConfig(filledIn(one.environment));
    expect(new URL(config.databaseUrl ?? '').hostname).toBe('database');
    expect(config.databaseUrl).toContain('sslmode=disable');
  }
  expect(server.ports).toEqual(['127.0.0.1:3000:3000']);
  expect([database.ports, worker.ports]).toEqual([undefined, undefined]);
  expect(Object.keys(compose.volumes)).toEqual(['data', 'database']);
  const known: readonly string[] = [...variables.service, ...variables.mail];
  const used = Object.keys({ ...server.environment, ...worker.environment });
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});

const units = ['deploy/postroad.service', 'deploy/postroad-worker@.service'];

/** The settings of a unit; later ones of a name are added to the first. */
function settingsOf(unit: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [, name = '', value = ''] of unit.matchAll(/^(\w+)=(.*)$/gm)) {
    found.set(name, [...(found.get(name) ?? []), value]);
  }
  return found;
}

it.each(units)(
  'PACK-06 %s is hardened, and passes systemd-analyze where that is installed',
  (path) => {
    const settings = settingsOf(fileText(path));
    const hardened = {
      DynamicUser: 'yes',
      NoNewPrivileges: 'yes',
      CapabilityBoundingSet: '',
      ProtectSystem: 'strict',
      ProtectHome: 'yes',
      PrivateTmp: 'yes',
      PrivateDevices: 'yes',
      RestrictNamespaces: 'yes',
      RestrictSUIDSGID: 'yes',
      SystemCallArchitectures: 'native',
      StateDirectoryMode: '0700',
      UMask: '0077',
    };
    for (const [name, value] of Object.entries(hardened)) {
      expect([name, settings.get(name)]).toEqual([name, [value]]);
    }
    expect(settings.get('SystemCallFilter')).toEqual(['@system-service', '~@privileged']);
    expect(settings.get('ExecStart')?.[0]).toMatch(
      /^\/usr\/local\/bin\/postroad (?:serve|worker)$/,
    );
    expect(settings.get('Environment')?.[0]).toContain(
      `DATA_DIR=${settings.get('WorkingDirectory')?.[0]}`,
    );
    const installed = fileText(path).replace('/usr/local/bin/postroad', process.execPath);
    const unit = put(path.replace('deploy/', ''), installed);
    expect(foundBy('systemd-analyze', 'verify', unit)).toBe('');
    // 10 is open to everything, 0 to nothing.
    const threshold = ['security', '--offline=true', '--threshold=15', unit];
    expect(foundBy('systemd-analyze', ...threshold)).toBe('');
  },
);

const fixture = (name: string) => join(root, 'test', 'security', 'fixtures', name);

it('PACK-06 the example for nginx leaves streams and bodies alone, and passes nginx -t where that is installed', () => {
  const example = fileText('deploy/nginx.conf');
  const directives = [
    ...['proxy_buffering off;', 'proxy_request_buffering off;', 'client_max_body_size 0;'],
    ...['proxy_set_header Host $host;', 'X-Forwarded-For $proxy_add_x_forwarded_for;'],
    ...['ssl_protocols TLSv1.2 TLSv1.3;', 'Strict-Transport-Security', 'location = /metrics'],
  ];
  for (const directive of directives) expect(example).toContain(directive);
  // Neither certificates of the example nor its ports are there.
  const here = example
    .replace(/\/etc\/letsencrypt\S*fullchain\.pem/, fixture('database-cert.pem'))
    .replace(/\/etc\/letsencrypt\S*privkey\.pem/, fixture('database-key.pem'))
    .replaceAll(/^\s*listen \[::\].*\n/gm, '')
    .replaceAll(/listen (\d+)/g, `listen unix:${scratch}/$1.sock`);
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${scratch}/${name};`,
  );
  const whole = `pid ${scratch}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${own.join('\n')}\n${here}}\n`;
  expect(foundBy('nginx', '-t', '-q', '-c', put('nginx.conf', whole))).toBe('');
  // A slip would be found.
  const slip = put('slip.conf', whole.replace('proxy_buffering off', 'proxy_bufering off'));
  expect(foundBy('nginx', '-t', '-q', '-c', slip)).toMatch(/^$|unknown directive/);
});

it('PACK-06 the example for Caddy passes its check where that is installed', () => {
  const example = fileText('deploy/Caddyfile');
  expect(example).toContain('reverse_proxy 127.0.0.1:3000');
  const file = put('Caddyfile', example);
  expect(foundBy('caddy', 'validate', '--adapter', 'caddyfile', '--config', file)).toBe('');
});

interface Workflow {
  on: Record<string, { cron: string }[] | { tags?: string[] } | null>;
  permissions: Record<string, string>;
  jobs: Record<
    string,
    { permissions?: Record<string, string>; steps: { uses?: string; run?: string; if?: string }[] }
  >;
}

const workflows = [...projectTree()].filter(([path]) => path.startsWith('.github/workflows/'));
const workflow = (name: string) => parse(fileText(`.github/workflows/${name}.yml`)) as Workflow;
const commandsOf = ({ jobs }: Workflow) =>
  Object.values(jobs)
    .flatMap(({ steps }) => steps.map(({ run = '', uses = '' }) => `${run} ${uses}`))
    .join('\n');

it.each(workflows)('LEFT-19 %s pins what it runs, and may do no more than it needs', (_, text) => {
  const { permissions } = parse(text) as Workflow;
  expect(permissions).toEqual({ contents: 'read' });
  const used = [...text.matchAll(/uses: (\S+)(.*)$/gm)];
  expect(used.length).toBeGreaterThan(0);
  for (const [, action, comment] of used) {
    expect(action).toMatch(/^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/);
    expect(comment).toMatch(/^ # v\d+\.\d+\.\d+$/);
  }
  const { scripts } = JSON.parse(fileText('package.json')) as { scripts: Record<string, string> };
  for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) {
    expect(Object.keys(scripts)).toContain(script);
  }
});

it('LEFT-19 every change is audited and looked through for secrets, and every night is fuzzed', () => {
  const ci = workflow('ci');
  expect(Object.keys(ci.on)).toEqual(['push', 'pull_request']);
  expect(commandsOf(ci)).toContain('npm audit --omit=dev');
  expect(commandsOf(ci)).toMatch(/secretlint '\*\*\/\*'/);
  expect(commandsOf(ci)).toContain('bash .ci/run');
  const fuzz = workflow('fuzz');
  expect(fuzz.on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }]);
  expect(commandsOf(fuzz)).toMatch(/npm run fuzz -- \d+/);
  for (const path of fileText('.secretlintignore').match(/^test\/.*/gm) ?? []) {
    expect(fileText(path), path).not.toBe('');
  }
});

it('LEFT-19 a release is signed, and has its provenance and its bill of materials', () => {
  const release = workflow('release');
  expect(release.on).toEqual({ push: { tags: ['v*'] } });
  const [job] = Object.values(release.jobs);
  expect(job?.permissions).toEqual({
    ...{ contents: 'write', 'id-token': 'write', attestations: 'write' },
  });
  const done = commandsOf(release);
  for (const step of ['npm run test:all', 'npm pack', 'SHA256SUMS', 'cosign sign-blob']) {
    expect(done).toContain(step);
  }
  expect(done.match(/actions\/attest@/g)).toHaveLength(2);
  expect(job?.steps.at(-1)).toMatchObject({
    if: "vars.PUBLISH_TO_NPM == 'true'",
    run: expect.stringContaining('npm publish --provenance'),
  });
  // Provenance can be made by a workflow alone, so nobody publishes by hand.
  const { publishConfig } = JSON.parse(fileText('package.json')) as { publishConfig: object };
  expect(publishConfig).toEqual({ access: 'public', provenance: true });
});

it('PACK-05 what we start has the room for young objects that the bench measures with', () => {
  const given = (text: string) => text.match(/--max-semi-space-size=\d+/g) ?? [];
  const [flag] = given(fileText('bench/workers.ts'));
  expect(flag).toBeDefined();
  const { scripts } = JSON.parse(fileText('package.json')) as { scripts: Record<string, string> };
  expect(given(scripts.start ?? '')).toEqual([flag]);
  expect(given(valuesOf('ENV').join(' '))).toEqual([flag]);
  for (const unit of ['postroad.service', 'postroad-worker@.service']) {
    expect(given(fileText(`deploy/${unit}`))).toEqual([flag]);
  }
});

it('PACK-06 the guide copies every unit that it then enables', () => {
  const guide = fileText('docs/guides/deploy.md');
  const copied =
    /^cp .*\/postroad\/deploy\/(\S+) \/etc\/systemd\/system\/$/m.exec(guide)?.[1] ?? '';
  const units = new RegExp(`^deploy/${copied.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}$`);
  const enabled = [...guide.matchAll(/systemctl enable --now (postroad[\w-]*@?)/g)];
  const names = enabled.map(([, name = '']) => `deploy/${name}.service`);
  expect(new Set(names)).toEqual(
    new Set(['deploy/postroad.service', 'deploy/postroad-worker@.service']),
  );
  expect(names.filter((name) => !units.test(name) || fileText(name) === '')).toEqual([]);
});

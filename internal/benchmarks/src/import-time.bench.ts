import { spawnSync } from 'node:child_process'

import { type Bench, median, type Row } from './measuring/row.js'

const RUNS = 9

/** Milliseconds of importing one file in a fresh process. */
function importOnce(url: string): number {
  const script = `const t=performance.now();await import(${JSON.stringify(url)});process.stdout.write(String(performance.now()-t))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return Number(stdout)
}

/** Median of interleaved runs, so that load on the machine affects both alike. */
function compare(ours: string, theirs: string): { ours: number; theirs: number } {
  const pairs = Array.from({ length: RUNS }, () => [importOnce(ours), importOnce(theirs)] as const)
  return { ours: median(pairs.map(([one]) => one)), theirs: median(pairs.map(([, other]) => other)) }
}

function importOf(network: string, core: string): Row {
  const { ours, theirs } = compare(network, core)
  // `…/networks/youtube/dist/index.js`
  const name = network.split('/').at(-3) ?? network
  return {
    what: `import of @social/${name}`,
    value: ours,
    unit: 'ms',
    reference: { name: '@social/core alone', value: theirs },
    budget: { max: 1.25 },
  }
}

/** Networks that are imported separately; each imports core too. */
const NETWORKS = [
  import.meta.resolve('@social/youtube'),
  import.meta.resolve('@social/pinterest'),
  import.meta.resolve('@social/facebook'),
  import.meta.resolve('@social/instagram'),
  import.meta.resolve('@social/threads'),
  import.meta.resolve('@social/tiktok-business'),
  import.meta.resolve('@social/google-business'),
  import.meta.resolve('@social/x'),
] as const

/** Import of core compared with import of undici, and of networks compared with core, each in a fresh process. */
export const bench: Bench = {
  name: 'Import',
  async run(): Promise<readonly Row[]> {
    const core = import.meta.resolve('@social/core')
    const { ours, theirs } = compare(core, import.meta.resolve('undici'))
    return [
      {
        what: 'import of @social/core',
        value: ours,
        unit: 'ms',
        reference: { name: 'undici', value: theirs },
        budget: { max: 1.25 },
      },
      ...NETWORKS.map((network) => importOf(network, core)),
    ]
  },
}

import { spawnSync } from 'node:child_process'

import { type Bench, median, type Row } from './measuring/row.js'

const RUNS = 9

/** Returns the milliseconds of importing one file in a new process. */
function importOnce(url: string): number {
  const script = `const t=performance.now();await import(${JSON.stringify(url)});process.stdout.write(String(performance.now()-t))`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  return Number(stdout)
}

/**
 * Returns the median import times of two files. The runs alternate, so that other load on the
 * machine affects both files equally.
 */
function compare(ours: string, theirs: string): { ours: number; theirs: number } {
  const pairs = Array.from({ length: RUNS }, () => [importOnce(ours), importOnce(theirs)] as const)
  return { ours: median(pairs.map(([one]) => one)), theirs: median(pairs.map(([, other]) => other)) }
}

function importOf(network: string, core: string): Row {
  const { ours, theirs } = compare(network, core)
  // The path has the form `…/networks/youtube/dist/index.js`.
  const name = network.split('/').at(-3) ?? network
  return {
    what: `import of @social/${name}`,
    value: ours,
    unit: 'ms',
    reference: { name: '@social/core alone', value: theirs },
    budget: { max: 1.25 },
  }
}

/** Networks whose import is measured. The import of a network includes the import of core. */
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

/**
 * Measures the import of core compared with undici, and of networks compared with core. Each
 * import runs in a new process.
 */
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

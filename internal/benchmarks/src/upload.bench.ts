import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, open, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { type Bench, median, type Row } from './measuring/row.js'

const MIB = 1024 * 1024
const FILE_MIB = 1024
const ROUNDS = 5
/**
 * Compared uploads: this library with chunks of 8 and of 64 MiB, one streamed PUT, and Google's
 * own client.
 */
const WAYS = ['8388608', '67108864', 'undici', 'google'] as const

/** Measurements of one upload. */
export interface UploadFigures {
  readonly mibPerSecond: number
  readonly cpuSecondsPerGib: number
  readonly peakMibOverStart: number
}

type Way = (typeof WAYS)[number]

const siblingPath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

/** Creates a real file, so that the measurement includes the cost of reading it. */
async function makeFile(folder: string): Promise<string> {
  const path = join(folder, 'video.mp4')
  const file = await open(path, 'w')
  const block = randomBytes(8 * MIB)
  for (let written = 0; written < FILE_MIB; written += 8) await file.write(block)
  await file.close()
  return path
}

async function uploadOnce(
  way: Way,
  server: ChildProcess,
  origin: string,
  file: string,
): Promise<UploadFigures> {
  const child = fork(siblingPath('./upload-client.js'), [way, origin, file], {
    execArgv: [...process.execArgv, '--expose-gc'],
  })
  const ended = once(child, 'exit')
  const [figures] = (await Promise.race([
    once(child, 'message'),
    ended.then(() => Promise.reject(new Error(`The upload by ${way} failed.`))),
  ])) as [UploadFigures] // safe cast: upload-client.ts sends only these measurements
  await ended
  server.send('count')
  const [{ received }] = (await once(server, 'message')) as [{ received: number }] // safe cast: upload-server.ts sends this message at the end of an upload
  if (received < FILE_MIB * MIB) throw new Error(`Only ${received} bytes arrived by ${way}.`)
  return figures
}

function toRows(of: (way: Way, figure: keyof UploadFigures) => number): readonly Row[] {
  const peak = (what: string, way: Way, budget?: Row['budget']): Row => ({
    what: `peak memory above start, ${what}`,
    value: of(way, 'peakMibOverStart'),
    unit: 'MiB',
    ...(budget && { budget }),
  })
  const compared = (
    figure: 'mibPerSecond' | 'cpuSecondsPerGib',
    way: 'undici' | 'google',
    budget?: Row['budget'],
  ): Row => ({
    what: figure === 'mibPerSecond' ? 'speed' : 'CPU of 1 GiB',
    value: of('8388608', figure),
    unit: figure === 'mibPerSecond' ? 'MiB/s' : 's CPU',
    reference: {
      name: way === 'undici' ? 'undici, one streamed PUT' : '@googleapis/youtube',
      value: of(way, figure),
    },
    ...(budget && { budget }),
  })
  return [
    compared('mibPerSecond', 'undici', { min: 1.2 }),
    compared('cpuSecondsPerGib', 'undici', { max: 0.7 }),
    compared('mibPerSecond', 'google'),
    compared('cpuSecondsPerGib', 'google'),
    peak('pieces of 8 MiB', '8388608', { max: 48 }),
    peak('pieces of 64 MiB', '67108864', { max: 48 }),
    peak('undici, one streamed PUT', 'undici'),
    peak('@googleapis/youtube', 'google'),
  ]
}

/**
 * Measures the upload of 1 GiB to YouTube in chunks, compared with one streamed PUT and with
 * Google's own client.
 */
export const bench: Bench = {
  name: 'Upload of 1 GiB in pieces of 8 MiB',
  async run(): Promise<readonly Row[]> {
    const folder = await mkdtemp(join(tmpdir(), 'upload-bench-'))
    const server = fork(siblingPath('./upload-server.js'))
    try {
      const [address] = (await once(server, 'message')) as [AddressInfo] // safe cast: the first message of upload-server.ts is its address
      const origin = `http://127.0.0.1:${address.port}`
      const file = await makeFile(folder)
      const measured = new Map<Way, UploadFigures[]>(WAYS.map((way) => [way, []]))
      // The uploads alternate, so that other load on the machine affects all equally. The first
      // round only fills the file cache.
      for (let round = 0; round <= ROUNDS; round += 1)
        for (const way of WAYS) {
          const figures = await uploadOnce(way, server, origin, file)
          if (round > 0) measured.get(way)?.push(figures)
        }
      return toRows((way, figure) => median((measured.get(way) ?? []).map((one) => one[figure])))
    } finally {
      server.disconnect()
      await rm(folder, { recursive: true })
    }
  },
}

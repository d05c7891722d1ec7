import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'

import { NETWORK_PORTS } from '../server/emulated/emulator.js'
import { freePort } from './free-port.js'
import { until, Visitor } from './visitor.js'

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
/** Path of the built studio. `pnpm run build` creates the server and the page. */
const BUILT = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

/**
 * Timeout for the start of the studio, long enough for a start from the sources on a busy machine.
 */
const START_MS = 180_000

/** Runs a studio like `npm run demo`: in a separate process that is restarted when it is killed. */
export class SupervisedStudio {
  readonly url: string
  readonly visitor: Visitor
  /** URL of the first emulated network, which accepts control requests. */
  readonly emulatorUrl: string
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(port: number, emulatorPort: number, postgresUrl: string, isBuilt: boolean) {
    this.#folder = mkdtempSync(join(tmpdir(), 'studio-killed-'))
    this.url = `http://127.0.0.1:${port}`
    this.visitor = new Visitor(this.url)
    this.emulatorUrl = `http://127.0.0.1:${emulatorPort}`
    const program = isBuilt ? [BUILT] : [...RUN_SOURCES, MAIN]
    this.#process = spawn(process.execPath, program, {
      env: {
        ...process.env,
        POSTGRES_URL: postgresUrl,
        REDIS_URL: '',
        WORKERS: 'none',
        STUDIO_DATA: this.#folder,
        PORT: String(port),
        EMULATOR_PORT: String(emulatorPort),
      },
      stdio: 'ignore',
    })
  }

  /**
   * Starts a studio on free ports. An empty `postgresUrl` means no PostgreSQL. If `isBuilt` is
   * false, the studio runs from the sources and has no page.
   */
  static async start(postgresUrl = '', isBuilt = false): Promise<SupervisedStudio> {
    const ports = [await freePort(), await freePort(NETWORK_PORTS)] as const
    const studio = new SupervisedStudio(...ports, postgresUrl, isBuilt)
    await studio.#up()
    return studio
  }

  /** Kills the process like the button on the page does, and waits for the restart. */
  async kill(): Promise<void> {
    const { visitor } = this
    await visitor.ask('POST', '/api/trouble/kill')
    await until('The end of the process', () =>
      visitor.studio().then(
        () => null,
        () => true,
      ),
    )
    await this.#up()
  }

  /** Stops the studio and removes its data. */
  async remove(): Promise<void> {
    const ended = new Promise((resolve) => {
      this.#process.once('exit', resolve)
    })
    this.#process.kill('SIGTERM')
    await ended
    rmSync(this.#folder, { recursive: true, force: true })
  }

  #up(): Promise<unknown> {
    return until('The start of the studio', () => this.visitor.studio().catch(() => null), START_MS)
  }
}

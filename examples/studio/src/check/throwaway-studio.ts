import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { NETWORK_PORTS } from '../server/emulated/emulator.js'
import { type ServerOptions, startStudio, type Studio, type StudioOptions } from '../server/studio.js'
import { freePort } from './free-port.js'

const ATTEMPTS = 5

/** Studio with a temporary data folder. Tests can stop the studio and start it again. */
export class ThrowawayStudio {
  readonly #options: StudioOptions
  #running: Studio

  private constructor(options: StudioOptions, running: Studio) {
    this.#options = options
    this.#running = running
  }

  /**
   * Starts a studio on free ports. Retries with other ports if another process takes one of the
   * ports first.
   */
  static async start(pageFolder: string, servers: ServerOptions = {}): Promise<ThrowawayStudio> {
    for (let attempt = 1; ; attempt += 1) {
      const options = {
        ...servers,
        pageFolder,
        dataFolder: mkdtempSync(join(tmpdir(), 'studio-')),
        port: await freePort(),
        emulatorPort: await freePort(NETWORK_PORTS),
      }
      try {
        return new ThrowawayStudio(options, await startStudio(options))
      } catch (error) {
        rmSync(options.dataFolder, { recursive: true, force: true })
        const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
        if (!isTaken || attempt === ATTEMPTS) throw error
      }
    }
  }

  get dataFolder(): string {
    return this.#options.dataFolder
  }

  get url(): string {
    return this.#running.url
  }

  get emulatorHost(): string {
    return this.#running.emulatorHost
  }

  /** Stops the studio and starts it again from the stored data. */
  async restart(): Promise<void> {
    await this.#running.close()
    this.#running = await startStudio(this.#options)
  }

  /** Stops the studio and removes its data. */
  async remove(): Promise<void> {
    await this.#running.close()
    rmSync(this.#options.dataFolder, { recursive: true, force: true })
  }
}

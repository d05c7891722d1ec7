import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { NETWORK_PORTS } from '../server/emulated/emulator.js'
import { type ServerOptions, startStudio, type Studio, type StudioOptions } from '../server/studio.js'
import { freePort } from './free-port.js'

const ATTEMPTS = 5

/** A studio with a folder of its own, that can be stopped and started again. */
export class ThrowawayStudio {
  readonly #options: StudioOptions
  #running: Studio

  private constructor(options: StudioOptions, running: Studio) {
    this.#options = options
    this.#running = running
  }

  /** Starts one on free ports. Another process may take one of them first: then on others. */
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

  /** Where it keeps everything. */
  get dataFolder(): string {
    return this.#options.dataFolder
  }

  get url(): string {
    return this.#running.url
  }

  get emulatorHost(): string {
    return this.#running.emulatorHost
  }

  /** Stops everything and starts it again from what was kept. */
  async restart(): Promise<void> {
    await this.#running.close()
    this.#running = await startStudio(this.#options)
  }

  /** Stops it and removes what it kept. */
  async remove(): Promise<void> {
    await this.#running.close()
    rmSync(this.#options.dataFolder, { recursive: true, force: true })
  }
}

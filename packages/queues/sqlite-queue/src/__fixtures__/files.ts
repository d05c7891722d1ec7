import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder for the files of one test. */
export class TemporaryFolder {
  readonly path = mkdtempSync(join(tmpdir(), 'social-queue-'))
  #files = 0

  /** Returns the path of a new file. */
  file(): string {
    this.#files += 1
    return join(this.path, `jobs-${this.#files}.db`)
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

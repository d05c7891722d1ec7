import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that another studio is using. */
export class FolderTakenError extends Error {
  override readonly name = 'FolderTakenError'
}

/**
 * Takes the folder in which everything is kept, for this process alone: two studios on one folder would each replay the
 * emulator's record while the other writes it.
 *
 * @returns What gives it back.
 * @throws FolderTakenError when another studio runs on it. One that died has left it free.
 */
export function takeFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, 'studio.pid')
  const mine = join(folder, `studio.${process.pid}.pid`)
  writeFileSync(mine, String(process.pid))
  try {
    for (let tries = 0; tries < 3; tries += 1) {
      if (linked(mine, file)) return () => rmSync(file, { force: true })
      const holder = holderOf(file)
      if (holder !== null && isAlive(holder))
        throw new FolderTakenError(
          `Another studio (process ${holder}) keeps its data in ${folder}. Open its page, stop it, or set STUDIO_DATA, PORT and EMULATOR_PORT for a second one.`,
        )
      rmSync(file, { force: true })
    }
    throw new FolderTakenError(`Another studio is just starting in ${folder}. Try again.`)
  } finally {
    rmSync(mine, { force: true })
  }
}

/** True when the name was free: a link is made whole or not at all. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function holderOf(file: string): number | null {
  try {
    const id = Number(readFileSync(file, 'utf8'))
    return Number.isInteger(id) && id > 0 ? id : null
  } catch {
    return null // it was given back meanwhile
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

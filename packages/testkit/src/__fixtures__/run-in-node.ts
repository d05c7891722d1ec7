import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const HOOKS = new URL('run-source.mjs', import.meta.url).href

/** Output and loaded modules of a program that ran in a separate Node process. */
export interface NodeRun {
  readonly stdout: string
  /** URLs of all modules that the program loaded. */
  readonly loaded: readonly string[]
}

/**
 * Creates a folder inside the package, so that programs in the folder can import the package by
 * its name. Git and the repository's checks ignore the folder.
 */
export async function makeFolder(): Promise<string> {
  const reports = fileURLToPath(new URL('../../reports/', import.meta.url))
  await mkdir(reports, { recursive: true })
  return mkdtemp(join(reports, 'run-'))
}

/**
 * Runs TypeScript code in a separate Node process, with the sources of the workspace and without a
 * test runner.
 *
 * @returns Output and loaded modules of the process. Rejects if the process fails.
 */
export async function runInNode(code: string): Promise<NodeRun> {
  const folder = await makeFolder()
  const loadedFile = join(folder, 'loaded.json')
  try {
    const program = join(folder, 'program.ts')
    await writeFile(program, code)
    const flags = ['--conditions=@social/source', '--disable-warning=ExperimentalWarning', '--import', HOOKS]
    const env = { PATH: process.env['PATH'], LOADED_FILE: loadedFile }
    const { stdout } = await run(process.execPath, [...flags, program], { env })
    return { stdout, loaded: JSON.parse(await readFile(loadedFile, 'utf8')) as string[] } // safe cast: run-source.mjs writes the file as a JSON list of texts
  } finally {
    await rm(folder, { recursive: true })
  }
}

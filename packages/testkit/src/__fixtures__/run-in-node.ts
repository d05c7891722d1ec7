import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const HOOKS = new URL('run-source.mjs', import.meta.url).href

/** What a program did that ran in a process of its own. */
export interface NodeRun {
  readonly stdout: string
  /** Addresses of every module it loaded. */
  readonly loaded: readonly string[]
}

/** A new folder inside the package, so that its own name resolves; git and the checks leave it alone. */
export async function makeFolder(): Promise<string> {
  const reports = fileURLToPath(new URL('../../reports/', import.meta.url))
  await mkdir(reports, { recursive: true })
  return mkdtemp(join(reports, 'run-'))
}

/**
 * Runs a piece of TypeScript in plain node, with the sources of the workspace and nothing of the test runner.
 *
 * @returns What it printed and loaded; rejects when it ends with an error.
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
    return { stdout, loaded: JSON.parse(await readFile(loadedFile, 'utf8')) as string[] } // written by the hooks
  } finally {
    await rm(folder, { recursive: true })
  }
}

import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { RUN_SOURCES } from '@social-internal/testing/run-sources'
import { expect, it } from 'vitest'

const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')
const [, program = ''] = /^```ts run\n([\s\S]*?)^```/m.exec(readme) ?? []

it('runs the whole program of the README', async () => {
  // The folder is inside the package, so that the program can import the packages by name.
  const reports = fileURLToPath(new URL('../reports/', import.meta.url))
  await mkdir(reports, { recursive: true })
  const folder = await mkdtemp(join(reports, 'run-'))
  try {
    const file = join(folder, 'program.ts')
    await writeFile(file, program)
    const env = { ...process.env, NODE_OPTIONS: '', NODE_NO_WARNINGS: '1' }
    const { stdout } = await promisify(execFile)(process.execPath, [...RUN_SOURCES, file], {
      cwd: folder,
      env,
    })
    expect(stdout).toBe('DONE\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

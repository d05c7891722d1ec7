// Packs the package of the current folder as it would be published, and checks the tarball.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'

const dir = mkdtempSync(join(tmpdir(), 'pack-'))
const run = (command, ...args) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) process.exitCode = status ?? 1
  return status === 0
}
const fail = (message) => {
  console.error(message)
  process.exitCode = 1
}

// The published "exports" do not contain the condition for the sources.
const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const published = Object.fromEntries(
  Object.entries(manifest.exports).map(([entryPoint, target]) => {
    if (typeof target === 'string') return [entryPoint, target]
    const { '@social/source': _source, ...rest } = target
    return [entryPoint, rest]
  }),
)
if (!isDeepStrictEqual(published, manifest.publishConfig.exports))
  fail('publishConfig.exports must be exports without "@social/source".')

// Tests and fixtures are next to the sources, but dist must not contain them.
for (const file of readdirSync('dist', { recursive: true, encoding: 'utf8' }))
  if (/\.(test|test-d|bench)\.|__fixtures__/.test(file)) fail(`dist/${file} belongs to the tests.`)

if (run('pnpm', 'pack', '--pack-destination', dir, '--silent')) {
  const tarball = join(dir, readdirSync(dir)[0])
  run('publint', 'run', tarball, '--strict')
  run('attw', tarball, '--profile', 'esm-only', '--format', 'table-flipped', '--quiet')
}
rmSync(dir, { recursive: true, force: true })

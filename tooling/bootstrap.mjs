// Runs on any Node >= 18. Installs the workspace with the pinned pnpm, then runs the named root
// scripts with the workspace's own Node. Flags (`npm run demo -- --check`) are passed to the last
// script.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const { packageManager } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))

const given = process.argv.slice(2)
const firstFlag = given.findIndex((arg) => arg.startsWith('-'))
const scripts = firstFlag === -1 ? given : given.slice(0, firstFlag)
const flags = firstFlag === -1 ? [] : given.slice(firstFlag)

const env = {
  ...process.env,
  TURBO_TELEMETRY_DISABLED: '1',
  DO_NOT_TRACK: '1',
  npm_config_update_notifier: 'false',
}

function pnpm(...args) {
  const { status, error } = spawnSync('npx', ['--yes', packageManager, ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error) throw error
  if (status === 0) return
  // The last line of `npm test` must be the totals, even after a failed install.
  if (args[0] === 'install' && scripts.includes('verify')) console.log('0 passed, 1 failed')
  process.exit(status ?? 1)
}

pnpm('install', '--frozen-lockfile')
// pnpm runs silently, so that it prints nothing after the last line of a failed script.
for (const [index, script] of scripts.entries())
  pnpm('--silent', 'run', script, ...(index === scripts.length - 1 ? flags : []))

// Starts an emulated Mastodon server and the four processes of the application with one command.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { startEmulator } from '@social/emulator'

import { prepareServers } from './servers.js'

const { DATABASE_URL = '', REDIS_URL = '', PORT = '3000', ACCEPT_LOSS } = process.env
const missing = await prepareServers({
  databaseUrl: DATABASE_URL,
  redisUrl: REDIS_URL,
  acceptLoss: ACCEPT_LOSS === '1',
})
if (missing.length > 0) {
  console.error(`${missing.join('\n')}\nREADME.md explains how to start both servers.`)
  process.exit(1)
}

const emulator = await startEmulator({ networks: ['mastodon'] })
const env = { ...process.env, DATABASE_URL, REDIS_URL, PORT, MASTODON: emulator.host('mastodon') }
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js'

async function start(program: string): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL(`./${program}.${ending}`, import.meta.url)), { env })
  const ended = once(child, 'exit').then(() => [`${program} exited. Read its message above.`])
  const [message] = await Promise.race([once(child, 'message'), ended])
  if (message !== 'ready') {
    console.error(message)
    process.exit(1) // The other processes exit when this process exits.
  }
  return child
}

const children = await Promise.all(['api', 'worker', 'worker', 'scheduler'].map(start))
console.log(`Open http://localhost:${PORT} (the emulated Mastodon is at ${env.MASTODON})`)

const stop = async (): Promise<void> => {
  const ended = children.map(async (child) => (child.exitCode === null ? once(child, 'exit') : null))
  for (const child of children) child.kill('SIGTERM')
  await Promise.all(ended)
  await emulator.close()
}
process.once('SIGTERM', () => void stop())
process.once('SIGINT', () => void stop())

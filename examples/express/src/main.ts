// Starts the example with an emulated Mastodon server. No account on a real server is needed.
import { startEmulator } from '@social/emulator'

import { makeApp } from './app.js'

const PORT = Number(process.env['PORT'] ?? 3000)

const emulator = await startEmulator({ networks: ['mastodon'] })
const server = emulator.host('mastodon')
const app = await makeApp({ port: PORT, server })
app.listen(PORT)
console.log(`Open http://localhost:${PORT}/social/connect/mastodon?host=${server}`)

// Schedules the sweep job and prints job counts. A second scheduler is harmless: the sweep is a single job.
import { makeParts, reportReady, untilStopped } from './parts.js'

const EVERY_MS = 60_000

const parts = await makeParts()
const { jobs } = parts
await jobs.startSweep()
const timer = setInterval(() => {
  jobs.counts().then(
    (counts) => console.log(JSON.stringify(counts)),
    (error: unknown) => console.error(error),
  )
}, EVERY_MS)
reportReady()
await untilStopped()
clearInterval(timer)
await parts.close()

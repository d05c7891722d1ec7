// Process that schedules the sweep job and prints the numbers of jobs. Running a second scheduler
// is harmless, because the queue keeps only one sweep job.
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

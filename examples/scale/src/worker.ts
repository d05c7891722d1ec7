// Process that publishes posts, queries their state and handles updates. You can start any number
// of workers, on any machine.
import { makeParts, reportReady, untilStopped } from './parts.js'

const parts = await makeParts()
const { jobs, dispatcher } = parts
dispatcher.onAny((update) => console.log(`${update.kind} on ${update.connectionId}`))
jobs.on('published', ({ job, result }) => console.log(`${job.idempotencyKey}: ${result.url ?? result.state}`))
jobs.on('held', ({ job }) => console.log(`${job.connectionId} needs a person: ${job.problem?.userMessage}`))
jobs.on('worker', (report) => console.log(report.type, 'error' in report ? String(report.error) : ''))

const worker = await jobs.work({ concurrency: 20 })
reportReady()
await untilStopped()
await worker.stop({ withinSeconds: 30 })
await parts.close()

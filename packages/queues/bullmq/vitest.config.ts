import { project } from '@social-internal/testing/vitest'

// `leavesThingsBehind`: BullMQ closes its workers and their copies of the client itself, possibly
// after a test.
export default project('bullmq', { servers: ['redis'], leavesThingsBehind: true })

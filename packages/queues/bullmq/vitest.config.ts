import { project } from '@social-internal/testing/vitest'

// `leavesThingsBehind` turns the leak check off, because BullMQ closes its workers and their copies
// of the client itself.
export default project('bullmq', { servers: ['redis'], leavesThingsBehind: true })

import { project } from '@social-internal/testing/vitest'

// BullMQ closes its workers and their copied clients itself.
export default project('bullmq', { servers: ['redis'], leavesThingsBehind: true })

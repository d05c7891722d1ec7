import { project } from '@social-internal/testing/vitest'

// BullMQ's workers and the clients they copy are theirs to put away.
export default project('bullmq', { servers: ['redis'], leavesThingsBehind: true })

import { project } from '@social-internal/testing/vitest'

export default project('fleet', { servers: ['postgres', 'redis'] })

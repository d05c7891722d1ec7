import { project } from '@social-internal/testing/vitest'

export default project('studio', { servers: ['postgres', 'redis'] })

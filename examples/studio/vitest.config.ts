import { project } from '../../tooling/vitest.js'

export default project('studio', { servers: ['postgres', 'redis'] })

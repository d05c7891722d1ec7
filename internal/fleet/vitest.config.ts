import { project } from '../../tooling/vitest.js'

export default project('fleet', { servers: ['postgres', 'redis'] })

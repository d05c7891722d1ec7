import { project } from '@social-internal/testing/vitest'

export default project('sqlite-queue')

import type { Person } from '@social/core'

import type { PersonInfo } from '../shared/api.js'

/** A person as the page shows them. */
export function toPersonInfo(person: Person | null): PersonInfo | null {
  if (person === null) return null
  const { id, handle, displayName, avatarUrl } = person
  return { name: displayName || handle || id, handle, avatarUrl }
}

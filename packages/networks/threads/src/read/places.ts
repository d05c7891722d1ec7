import type { CanSearchChoices } from '@social/core/platform'

import { type PlaceReply, placesReply } from '../schemas.js'

const PLACE_FIELDS = 'id,name,address,city,country'

/**
 * Returns the label of a place. The label contains the location, because many places share a name.
 */
function toLabel({ name, address, city, country }: PlaceReply): string {
  const where = [address, city === name ? null : city, country].filter(Boolean).join(', ')
  return where === '' ? name : `${name} (${where})`
}

/** Creates the search for values of the post option `locationId`. */
export const searchingPlaces: CanSearchChoices = {
  /**
   * Searches places by name. Requires the permission `threads_location_tagging`. Threads allows
   * 500 searches in 24 hours. Before App Review, only "Menlo Park" is found. The guide calls the
   * parameter `q`, an older reference page calls it `query`.
   * https://developers.facebook.com/documentation/threads/create-posts/location-tagging (copy of 2
   * July 2026)
   */
  async searchChoices({ query: text }, { http }) {
    const query = { q: text, fields: PLACE_FIELDS }
    const { data } = await http.get('/location_search', placesReply, { query })
    return data.map((place) => ({ value: place.id, label: toLabel(place) }))
  },
}

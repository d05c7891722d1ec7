import type { CanSearchChoices } from '@social/core/platform'

import { type PlaceReply, placesReply } from '../schemas.js'

const PLACE_FIELDS = 'id,name,address,city,country'

/** A place with where it is: there are many of one name. */
function toLabel({ name, address, city, country }: PlaceReply): string {
  const where = [address, city === name ? null : city, country].filter(Boolean).join(', ')
  return where === '' ? name : `${name} (${where})`
}

/** Searching for the places of `locationId`. */
export const searchingPlaces: CanSearchChoices = {
  /**
   * Needs `threads_location_tagging`; 500 searches in 24 hours. Before App Review only "Menlo Park" is found. The guide
   * calls the words `q`, an older page of the reference `query`.
   * https://developers.facebook.com/documentation/threads/create-posts/location-tagging (copy of 2 July 2026)
   */
  async searchChoices({ words }, { http }) {
    const query = { q: words, fields: PLACE_FIELDS }
    const { data } = await http.get('/location_search', placesReply, { query })
    return data.map((place) => ({ value: place.id, label: toLabel(place) }))
  },
}

import { useQuery } from '@tanstack/react-query'
import { Button } from '../../components/button.js'
import { capitalize, formatMoment } from '../../lib/format.js'
import { grants, useRevoke } from './api.js'

/** What goes out without asking, for as long as it does. */
export function Grants() {
  const { data = [] } = useQuery(grants)
  const revoke = useRevoke()
  if (data.length === 0) return null
  return (
    <>
      <h3 className="panel-title">Allowed ahead</h3>
      <ul className="grants">
        {data.map(({ id, what, left, until }) => (
          <li key={id}>
            <p>
              <b>
                {left} more until {formatMoment(until)}
              </b>
            </p>
            <p className="grants-what">{capitalize(what)}</p>
            <Button
              look="quiet"
              icon="cross"
              disabled={revoke.isPending}
              onClick={() => revoke.mutate(id)}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

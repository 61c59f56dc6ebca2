/** Sources of MAC addresses. */
export const network = `
-- Routers and lease files by organisation, in the order in which they are queried; secrets are encrypted. fingerprint:
-- the key that the router presented first. pool_size: addresses it may assign, entered by hand.
CREATE TABLE router (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  id TEXT NOT NULL,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL,
  label TEXT NOT NULL,
  is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
  url TEXT,
  username TEXT,
  secret TEXT,
  site TEXT,
  path TEXT,
  allows_other_networks INTEGER NOT NULL CHECK (allows_other_networks IN (0, 1)),
  fingerprint TEXT,
  pinned_at_ms INTEGER, pool_size INTEGER CHECK (pool_size > 0),
  UNIQUE (enterprise_id, id)
) STRICT;

-- The entries of uploaded lists.
CREATE TABLE router_entry (
  router_key INTEGER NOT NULL REFERENCES router (key) ON DELETE CASCADE,
  ip TEXT NOT NULL,
  mac_address TEXT NOT NULL,
  PRIMARY KEY (router_key, ip)
) STRICT, WITHOUT ROWID;
`;

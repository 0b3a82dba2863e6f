-- The phrase dictionary: what a chat message is looked up in, by its own word sequences, so that
-- the cost of a match grows with the message and not with the number of skills.

CREATE TABLE phrase (
  phrase TEXT NOT NULL,                    -- up to six stems or CJK characters; "/command" for slash
  skill_id INTEGER NOT NULL REFERENCES skill ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('keyword', 'pattern', 'slash', 'name')),
  place INTEGER NOT NULL,                  -- of the trigger in trigger_phrase; 0 for a name
  PRIMARY KEY (phrase, skill_id, kind, place)
) WITHOUT ROWID;
CREATE INDEX phrase_by_skill ON phrase (skill_id);

-- Regular expressions, found by a literal that they require: tried only when its first characters
-- occur in the message.
CREATE TABLE pattern_atom (
  atom TEXT NOT NULL,                      -- up to three characters, folded
  skill_id INTEGER NOT NULL REFERENCES skill ON DELETE CASCADE,
  place INTEGER NOT NULL,                  -- of the pattern in trigger_phrase
  PRIMARY KEY (atom, skill_id, place)
) WITHOUT ROWID;
CREATE INDEX pattern_atom_by_skill ON pattern_atom (skill_id);

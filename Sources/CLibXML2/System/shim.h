/* Only the flags of libxml2 are wanted from this target; the C target CLibXML2 includes what it needs itself. Swift must
   not see libxml2's headers: they bring in Debian's ICU, which contradicts the one inside Foundation. */

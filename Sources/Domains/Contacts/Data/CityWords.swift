extension CityName {
    /// Words of American place names with two spellings, in lowercase: the short one, the long one.
    ///
    /// Source: USPS Publication 28, appendices B and C. `st` means Saint here: no city is a street.
    static let wordData = """
        st=saint ste=sainte ft=fort mt=mount mtn=mountain mts=mountains pt=point
        n=north s=south e=east w=west no=north so=south
        hts=heights ht=heights spgs=springs spg=spring spngs=springs spr=spring
        twp=township bch=beach lk=lake lks=lakes jct=junction is=island isl=island
        ctr=center cntr=center centre=center vlg=village vly=valley crk=creek
        pk=park prk=park ck=creek fls=falls grv=grove hbr=harbor
        harbour=harbor ldg=landing pln=plain plns=plains rdg=ridge
        riv=river rvr=river sta=station vw=view
        """
}

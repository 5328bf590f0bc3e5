/**
 * Area codes of the United States by state, each with its best-known place (North American Numbering Plan, geographic
 * codes in service). A new overlay is one more entry here; numbers with other codes can exist but are not offered.
 */
export const US_AREA_CODES: Readonly<Record<string, string>> = {
  Alabama: '205 Birmingham,251 Mobile,256 Huntsville,334 Montgomery,659 Birmingham,938 Huntsville',
  Alaska: '907 Anchorage',
  Arizona: '480 Scottsdale,520 Tucson,602 Phoenix,623 Glendale,928 Flagstaff',
  Arkansas: '327 Jonesboro,479 Fort Smith,501 Little Rock,870 Jonesboro',
  California:
    '209 Stockton,213 Los Angeles,279 Sacramento,310 Santa Monica,323 Los Angeles,341 Oakland,350 Stockton,357 Fresno,369 Santa Rosa,408 San Jose,415 San Francisco,424 Santa Monica,442 Oceanside,510 Oakland,530 Redding,559 Fresno,562 Long Beach,619 San Diego,626 Pasadena,628 San Francisco,650 San Mateo,657 Anaheim,661 Bakersfield,669 San Jose,707 Santa Rosa,714 Anaheim,738 Los Angeles,747 Burbank,760 Oceanside,805 Santa Barbara,818 Burbank,820 Santa Barbara,831 Salinas,837 Redding,840 San Bernardino,858 La Jolla,909 San Bernardino,916 Sacramento,925 Concord,949 Irvine,951 Riverside',
  Colorado: '303 Denver,719 Colorado Springs,720 Denver,970 Fort Collins,983 Denver',
  Connecticut: '203 New Haven,475 New Haven,860 Hartford,959 Hartford',
  Delaware: '302 Wilmington',
  'District of Columbia': '202 Washington,771 Washington',
  Florida:
    '239 Fort Myers,305 Miami,321 Orlando,324 Jacksonville,352 Gainesville,386 Daytona Beach,407 Orlando,448 Tallahassee,561 West Palm Beach,645 Miami,656 Tampa,689 Orlando,727 St. Petersburg,728 West Palm Beach,754 Fort Lauderdale,772 Port St. Lucie,786 Miami,813 Tampa,850 Tallahassee,863 Lakeland,904 Jacksonville,941 Sarasota,954 Fort Lauderdale',
  Georgia:
    '229 Albany,404 Atlanta,470 Atlanta,478 Macon,678 Atlanta,706 Augusta,762 Augusta,770 Marietta,912 Savannah,943 Atlanta',
  Hawaii: '808 Honolulu',
  Idaho: '208 Boise,986 Boise',
  Illinois:
    '217 Springfield,224 Elgin,309 Peoria,312 Chicago,331 Aurora,447 Springfield,464 Cicero,618 Belleville,630 Aurora,708 Cicero,730 Belleville,773 Chicago,779 Rockford,815 Rockford,847 Elgin,861 Peoria,872 Chicago',
  Indiana:
    '219 Gary,260 Fort Wayne,317 Indianapolis,463 Indianapolis,574 South Bend,765 Lafayette,812 Evansville,930 Evansville',
  Iowa: '319 Cedar Rapids,515 Des Moines,563 Davenport,641 Mason City,712 Sioux City',
  Kansas: '316 Wichita,620 Dodge City,785 Topeka,913 Kansas City',
  Kentucky: '270 Bowling Green,364 Bowling Green,502 Louisville,606 Ashland,859 Lexington',
  Louisiana: '225 Baton Rouge,318 Shreveport,337 Lafayette,457 Shreveport,504 New Orleans,985 Houma',
  Maine: '207 Portland',
  Maryland: '227 Silver Spring,240 Silver Spring,301 Silver Spring,410 Baltimore,443 Baltimore,667 Baltimore',
  Massachusetts:
    '339 Waltham,351 Lowell,413 Springfield,508 Worcester,617 Boston,774 Worcester,781 Waltham,857 Boston,978 Lowell',
  Michigan:
    '231 Muskegon,248 Troy,269 Kalamazoo,313 Detroit,517 Lansing,586 Warren,616 Grand Rapids,679 Detroit,734 Ann Arbor,810 Flint,906 Marquette,947 Troy,989 Saginaw',
  Minnesota:
    '218 Duluth,320 St. Cloud,507 Rochester,612 Minneapolis,651 St. Paul,763 Brooklyn Park,924 Rochester,952 Bloomington',
  Mississippi: '228 Gulfport,601 Jackson,662 Tupelo,769 Jackson',
  Missouri:
    '235 Columbia,314 St. Louis,417 Springfield,557 St. Louis,573 Columbia,636 O’Fallon,660 Sedalia,816 Kansas City,975 Kansas City',
  Montana: '406 Billings',
  Nebraska: '308 Grand Island,402 Omaha,531 Omaha',
  Nevada: '702 Las Vegas,725 Las Vegas,775 Reno',
  'New Hampshire': '603 Manchester',
  'New Jersey':
    '201 Jersey City,551 Jersey City,609 Trenton,640 Trenton,732 Toms River,848 Toms River,856 Camden,862 Newark,908 Elizabeth,973 Newark',
  'New Mexico': '505 Albuquerque,575 Las Cruces',
  'New York':
    '212 Manhattan,315 Syracuse,329 Poughkeepsie,332 Manhattan,347 Brooklyn,363 Hempstead,516 Hempstead,518 Albany,585 Rochester,607 Binghamton,624 Buffalo,631 Brentwood,646 Manhattan,680 Syracuse,716 Buffalo,718 Brooklyn,838 Albany,845 Poughkeepsie,914 Yonkers,917 New York City,929 Brooklyn,934 Brentwood',
  'North Carolina':
    '252 Greenville,336 Greensboro,472 Fayetteville,704 Charlotte,743 Greensboro,828 Asheville,910 Fayetteville,919 Raleigh,980 Charlotte,984 Raleigh',
  'North Dakota': '701 Fargo',
  Ohio: '216 Cleveland,220 Newark,234 Akron,283 Cincinnati,326 Dayton,330 Akron,380 Columbus,419 Toledo,436 Parma,440 Parma,513 Cincinnati,567 Toledo,614 Columbus,740 Newark,937 Dayton',
  Oklahoma: '405 Oklahoma City,539 Tulsa,572 Oklahoma City,580 Lawton,918 Tulsa',
  Oregon: '458 Eugene,503 Portland,541 Eugene,971 Portland',
  Pennsylvania:
    '215 Philadelphia,223 Lancaster,267 Philadelphia,272 Scranton,412 Pittsburgh,445 Philadelphia,484 Allentown,570 Scranton,582 Erie,610 Allentown,717 Lancaster,724 New Castle,814 Erie,835 Allentown,878 Pittsburgh',
  'Rhode Island': '401 Providence',
  'South Carolina': '803 Columbia,821 Greenville,839 Columbia,843 Charleston,854 Charleston,864 Greenville',
  'South Dakota': '605 Sioux Falls',
  Tennessee:
    '423 Chattanooga,615 Nashville,629 Nashville,731 Jackson,865 Knoxville,901 Memphis,931 Clarksville',
  Texas:
    '210 San Antonio,214 Dallas,254 Killeen,281 Houston,325 Abilene,346 Houston,361 Corpus Christi,409 Beaumont,430 Tyler,432 Midland,469 Dallas,512 Austin,621 Houston,682 Fort Worth,713 Houston,726 San Antonio,737 Austin,806 Lubbock,817 Fort Worth,830 New Braunfels,832 Houston,903 Tyler,915 El Paso,936 Conroe,940 Denton,945 Dallas,956 Laredo,972 Dallas,979 College Station',
  Utah: '385 Salt Lake City,435 St. George,801 Salt Lake City',
  Vermont: '802 Burlington',
  Virginia:
    '276 Martinsville,434 Lynchburg,540 Roanoke,571 Arlington,686 Richmond,703 Arlington,757 Virginia Beach,804 Richmond,826 Roanoke,948 Virginia Beach',
  Washington: '206 Seattle,253 Tacoma,360 Vancouver,425 Bellevue,509 Spokane,564 Vancouver',
  'West Virginia': '304 Charleston,681 Charleston',
  Wisconsin:
    '262 Kenosha,274 Green Bay,353 Madison,414 Milwaukee,534 Eau Claire,608 Madison,715 Eau Claire,920 Green Bay',
  Wyoming: '307 Cheyenne',
};

/** An area code and its place. */
export interface Area {
  code: string;
  name: string;
}

/** A state with its areas; ids are positions in the alphabet and must never change. */
export interface State {
  id: string;
  name: string;
  areas: Area[];
}

/** The table above, parsed once. */
export const STATES: readonly State[] = Object.entries(US_AREA_CODES).map(([name, areas], index) => ({
  id: String(index + 1),
  name,
  areas: areas.split(',').map((area) => ({ code: area.slice(0, 3), name: area.slice(4) })),
}));
